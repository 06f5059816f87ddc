import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { findHistory, findSystemHistory } from "#app/directory/useHistoryPath.ts";
import { findRoute } from "#app/routing/route.ts";
import { secondaryRoutes } from "#app/routing/SecondaryRoutes.tsx";
import { ConfigChangeList, SystemChangeList } from "#app/screens/configChanges/ConfigChangeList.tsx";
import { actionText, recordTitle } from "#app/screens/configChanges/changeTexts.ts";
import { type ConfigKind, configKindNames, configKinds } from "#domain/configKinds.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { click, mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(() => {
  stubResizeObserver();
  history.replaceState(null, "", "/Company/1/ConfigChange");
});

const manager = { id: 3, name: "Павел Громов" };
const rows: readonly Schemas["ConfigChange"][] = [
  {
    id: 9,
    date: "2026-11-21T08:10:00Z",
    user: manager,
    kind: "discount",
    entityId: 2,
    name: "Пикник",
    action: "update",
    changes: [{ field: "value", label: "Размер", before: "10 %", after: "15 %", isHidden: false }],
  },
  {
    id: 8,
    date: "2026-11-20T08:10:00Z",
    user: { id: 2, name: "Елена Колосова" },
    kind: "operatorPhone",
    entityId: 1,
    name: "1203",
    action: "update",
    changes: [{ field: "token_hash", label: "Токен", before: null, after: null, isHidden: true }],
  },
  {
    id: 7,
    date: "2026-11-20T07:10:00Z",
    user: manager,
    kind: "tag",
    entityId: 5,
    name: "Срочно",
    action: "remove",
    changes: [{ field: "color", label: "Цвет", before: "красный", after: null, isHidden: false }],
  },
];

const given = async (permissions: Readonly<Record<string, number>> = { "settings.edit": 1 }) => {
  const { services, sent } = givenServices(
    ({ path }) => Response.json(path.endsWith("/Author") ? [manager] : { rows, next: null }),
    { companies: [givenCompany(permissions)] },
  );
  const { box } = await mountWith(services, <ConfigChangeList companyId={1} />);
  await waitUntil(() => expect(box.querySelectorAll("li")).toHaveLength(3));
  return { box, sent };
};

const linesOf = (box: Element) => [...box.querySelectorAll("li")].map(({ textContent }) => textContent);

test("audit log — groups the changes by day, and shows both values of a field unless the field is secret", async () => {
  const { box } = await given();
  expect([...box.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual([
    "Суббота, 21 ноября 2026",
    "Пятница, 20 ноября 2026",
  ]);
  expect(linesOf(box)).toEqual([
    "11:10Скидка «Пикник» — измененаПавел ГромовРазмер: 10 % → , стало 15 %",
    "11:10Телефон оператора «1203» — изменёнЕлена КолосоваТокен: изменено",
    "10:10Тег «Срочно» — удалёнПавел ГромовЦвет: красный",
  ]);
});

test("filters of the audit log — are sent to the server, and are kept in the URL until a reset", async () => {
  const { box, sent } = await given();
  const choose = async (label: string, value: string) => {
    const select = [...box.querySelectorAll("select")].find(
      (one) => box.querySelector(`label[for="${one.id}"]`)?.textContent?.startsWith(label) === true,
    );
    if (!select) throw new Error(`No filter ${label}`);
    select.value = value;
    await act(async () => select.dispatchEvent(new Event("change", { bubbles: true })));
    await waitUntil(() => expect(location.search).toContain(value));
  };
  await choose("Что изменили", "discount");
  await waitUntil(() => expect(sent.at(-1)?.path).toBe("/api/ConfigChange/Company/1?kind=discount"));
  await choose("Кто", "3");
  await waitUntil(() => expect(sent.at(-1)?.path).toBe("/api/ConfigChange/Company/1?kind=discount&userId=3"));
  const reset = [...box.querySelectorAll("button")].find(({ textContent }) => textContent === "Сбросить");
  if (!reset) throw new Error("No reset button");
  await click(reset);
  await waitUntil(() => expect(location.search).toBe(""));
});

test("audit log — does not send invalid filters from the URL to the server", async () => {
  history.replaceState(null, "", "/Company/1/ConfigChange?kind=nothing&userId=-1&startDate=yesterday&entityId=4");
  const { sent } = await given();
  expect(sent.map(({ path }) => path)).toContain("/api/ConfigChange/Company/1");
});

test("filter of the audit log — offers only the kinds of records that the user may see", async () => {
  const { box } = await given();
  const titles = [...box.querySelectorAll("select option")].map(({ textContent }) => textContent);
  expect(titles).toContain("Скидки");
  expect(titles).not.toContain("Роли");
});

test("texts of a change — agree in gender and number with the noun of the changed record", () => {
  const texts = configKindNames.map((kind) => actionText({ kind, action: "create" }));
  expect(new Set(texts)).toEqual(new Set(["создан", "создана", "создано", "созданы"]));
  expect(actionText({ kind: "kitchenSettings", action: "update" })).toBe("изменены");
  expect(recordTitle({ kind: "kitchenSettings", name: null })).toBe("Настройки кухни");
  expect(recordTitle({ kind: "company", name: "Пекарня «Колос»" })).toBe("Компания «Пекарня „Колос“»");
});

test("findHistory — returns the path of the audit log for a record's form, but not for a new record or a group's record", () => {
  for (const kind of configKindNames) {
    const { form }: ConfigKind = configKinds[kind];
    if (form === undefined) continue;
    const path = `/Company/1/${form.replace(":id", "7")}`;
    expect(findRoute(secondaryRoutes, path), path).toBeDefined();
    const entityId = form.includes(":id") ? 7 : 1;
    expect(findHistory(path)?.path).toBe(`/Company/1/ConfigChange?kind=${kind}&entityId=${entityId}`);
  }
  expect(findHistory("/Company/1/Discount/New")).toBeUndefined();
  expect(findHistory("/CompanyGroup/1/Category/7/Edit")).toBeUndefined();
});

const account: Schemas["ConfigChange"] = {
  id: 12,
  date: "2026-11-21T08:10:00Z",
  user: manager,
  kind: "account",
  entityId: 3,
  name: "Павел Громов",
  action: "update",
  changes: [{ field: "password_hash", label: "Пароль", before: null, after: null, isHidden: true }],
};

const givenSystemLog = async (isAdmin: boolean) => {
  history.replaceState(null, "", "/Admin/ConfigChange?kind=account");
  const { services, sent } = givenServices(
    ({ path }) => Response.json(path.endsWith("/Author") ? [manager] : { rows: [account], next: null }),
    { isAdmin },
  );
  const { box } = await mountWith(services, <SystemChangeList />);
  return { box, sent };
};

test("system log — shows an administrator the changes of records that belong to no company", async () => {
  const { box, sent } = await givenSystemLog(true);
  await waitUntil(() =>
    expect(linesOf(box)).toEqual(["11:10Учётная запись «Павел Громов» — измененаПавел ГромовПароль: изменено"]),
  );
  expect(sent.map(({ path }) => path).sort()).toEqual([
    "/api/Admin/ConfigChange/Author",
    "/api/Admin/ConfigChange?kind=account",
  ]);
  const titles = [...box.querySelectorAll("select option")].map(({ textContent }) => textContent);
  expect(titles).toEqual([
    "Всё",
    "Учётные записи",
    "Роли",
    "Группы компаний",
    "ПИН-коды менеджеров",
    "Все",
    "Павел Громов",
  ]);
});

test("system log — a user who is not an administrator sees a message, and no request is sent", async () => {
  const { box, sent } = await givenSystemLog(false);
  expect(box.textContent).toContain("Только для администраторов");
  expect(sent).toEqual([]);
});

test("form of an account or a company group — links to the history of the record in the system log", () => {
  expect(findSystemHistory("/Account/7")).toBe("/Admin/ConfigChange?kind=account&entityId=7");
  expect(findSystemHistory("/CompanyGroup/2/Edit")).toBe("/Admin/ConfigChange?kind=companyGroup&entityId=2");
  for (const path of ["/Account/7/Session", "/CompanyGroup/New", "/Company/1/Tag/7/Edit"])
    expect(findSystemHistory(path)).toBeUndefined();
});
