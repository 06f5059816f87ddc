import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { EmployeeEditor } from "#app/screens/companies/EmployeeEditor.tsx";
import { OperatorPhoneEditor } from "#app/screens/operatorPhones/OperatorPhoneEditor.tsx";
import { OperatorPhoneList } from "#app/screens/operatorPhones/OperatorPhoneList.tsx";
import { givenCompany } from "../support/app/bakery.ts";
import { click, find, mountWith, type, waitUntil } from "../support/app/mount.tsx";
import { openFirstRowMenu } from "../support/app/rowMenu.ts";
import { givenServices, type SentRequest } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

const companies = [givenCompany({ "settings.edit": 1, "user.manage": 1 })];
const phones = [{ id: 1, number: "+79160000001", color: null, name: "Касса", version: 1, token: "…1234" }];
const failed = () => Response.json({ status: 500, message: "Сбой." }, { status: 500 });
const isRead = ({ method }: SentRequest) => method === "GET";

const press = (name: string, root: ParentNode) => {
  const button = [...root.querySelectorAll("button")].find(({ textContent }) => textContent?.includes(name));
  if (!button) throw new Error(`No button ${name}`);
  return click(button);
};

const choose = (field: HTMLElement, value: string) =>
  act(async () => {
    if (!(field instanceof HTMLSelectElement)) throw new Error("The field is no select");
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

test("reset of an operator phone's token — after status 500, warns that the token may have changed", async () => {
  const { services } = givenServices((request) => (isRead(request) ? Response.json(phones) : failed()), { companies });
  const { box } = await mountWith(services, <OperatorPhoneList companyId={1} />);
  await waitUntil(() => expect(box.querySelector("tr[data-row]")).not.toBeNull());
  await click((await openFirstRowMenu())("Сбросить токен"));
  await waitUntil(() => expect(document.querySelector('[role="dialog"] h2')).not.toBeNull());
  await press("Да", document);
  await waitUntil(() => expect(box.querySelector("[role=alert]")?.textContent).toContain("токен мог смениться"));
});

test("adding an operator phone — after status 500, warns that the phone may have been added", async () => {
  const { services } = givenServices(failed, { companies });
  const { box } = await mountWith(services, <OperatorPhoneEditor companyId={1} id={undefined} />);
  await waitUntil(() => expect(box.querySelector("form")).not.toBeNull());
  await type(find('input[name="number"]'), "+79160000001");
  await click(find('button[type="submit"]'));
  await waitUntil(() => expect(box.querySelector("[role=alert]")?.textContent).toContain("телефон мог добавиться"));
});

test("adding an employee — after status 500, explains how to get the invitation link if the employee was added", async () => {
  const { services } = givenServices(
    (request) => (isRead(request) ? Response.json([{ id: 3, name: "Оператор" }]) : failed()),
    { companies },
  );
  const { box } = await mountWith(services, <EmployeeEditor companyId={1} />);
  await waitUntil(() => expect(box.querySelector("form")).not.toBeNull());
  await type(find('input[name="userName"]'), "novy");
  await choose(find("select"), "3");
  await click(find('button[type="submit"]'));
  await waitUntil(() => expect(box.querySelector("[role=alert]")?.textContent).toContain("кнопка «Новая ссылка»"));
});

test("form of a removed employee — shows that the employee no longer works in the company", async () => {
  const { services } = givenServices(() => Response.json([]), { companies });
  const { box } = await mountWith(services, <EmployeeEditor companyId={1} userId={5} />);
  await waitUntil(() => expect(box.textContent).toContain("Этот сотрудник уже не работает в компании."));
});
