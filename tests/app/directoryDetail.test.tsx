import { expect, test } from "vitest";
import { SupplierDetail } from "#app/screens/suppliers/SupplierDetail.tsx";
import { givenCompany } from "../support/app/bakery.ts";
import { click, find, mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices, type SentRequest } from "../support/app/services.ts";

const supplier = {
  id: 3,
  name: "Мельница",
  description: null,
  isActive: true,
  creationDate: "2026-01-02T03:04:05Z",
  version: 1,
};

const problem = (status: number) => Response.json({ status, title: "Ошибка", message: "Сервер занят." }, { status });

const given = async (answer: (request: SentRequest) => Response, permissions: Record<string, number> = {}) => {
  const { services, sent } = givenServices(answer, { companies: [givenCompany(permissions)] });
  const { box } = await mountWith(services, <SupplierDetail companyId={1} id={3} />);
  await waitUntil(() => expect(box.querySelector("dl, [role=alert]")).not.toBeNull());
  return { box, sent };
};

test("DirectoryDetail — reads the record once and shows it", async () => {
  const { box, sent } = await given(() => Response.json(supplier));
  expect(box.textContent).toContain("Мельница");
  expect(sent.map(({ path }) => path)).toEqual(["/api/Supplier/3/Company/1"]);
});

test("DirectoryDetail — disables the edit button and gives the reason if the user lacks the permission to edit", async () => {
  const { box } = await given(() => Response.json(supplier));
  const button = [...box.querySelectorAll("button")].find(({ textContent }) => textContent?.includes("Редактировать"));
  expect(button?.getAttribute("aria-disabled")).toBe("true");
  expect(button?.title).not.toBe("");
});

test("DirectoryDetail — links to the form if the user has the permission to edit the record", async () => {
  const { box } = await given(() => Response.json(supplier), { "supplier.edit": 1 });
  expect(box.querySelector('a[href="/Company/1/Supplier/3/Edit"]')).not.toBeNull();
});

test("DirectoryDetail — shows a message and a link to the list for a missing record", async () => {
  const { box } = await given(() => problem(404));
  expect(box.textContent).toContain("Не найдено");
  expect(box.querySelector('a[href="/Company/1/Supplier"]')).not.toBeNull();
});

test("DirectoryDetail — shows the error of a failed read, and the button of the error message reads the record again", async () => {
  const answers = [problem(500), Response.json(supplier)];
  const { box, sent } = await given(() => answers.shift() ?? problem(500));
  expect(box.textContent).toContain("Не удалось открыть");
  await click(find("[role=alert] button"));
  await waitUntil(() => expect(box.querySelector("dl")).not.toBeNull());
  expect(box.textContent).toContain("Мельница");
  expect(sent).toHaveLength(2);
});
