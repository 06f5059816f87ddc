import { expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { describeStockItem } from "#app/screens/stockItems/describeStockItem.ts";
import { NO_GROUP, stockMatcher } from "#machines/catalogue/stockFilter.ts";
import { stockGroupChoices, stockGroupDirectory } from "#machines/directory/descriptors/stockGroups.ts";
import { readStockItems, type StockItemRow, stockItemEditor } from "#machines/directory/descriptors/stockItems.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const company = { companyId: 1 };
const group = { companyGroupId: 1 };
const { signal } = new AbortController();

const cheese: StockItemRow = {
  id: 10,
  title: "Сыр моцарелла",
  unit: "кг",
  estimateCost: 690,
  groupName: "Сыры",
  isCompanyGroup: true,
  isMade: false,
};

test.each([
  [{ title: "моц" }, true],
  [{ title: " СЫР " }, true],
  [{ title: "мука" }, false],
  [{ title: "му" }, true],
  [{ group: "Сыры" }, true],
  [{ group: "сыры" }, true],
  [{ group: "Сыр" }, false],
  [{ group: NO_GROUP }, false],
  [{ title: "моц", group: "Овощи" }, false],
])("stockMatcher — the filter %o matches a stock item: %s", (filter, isShown) => {
  expect(stockMatcher({ title: "", group: "", ...filter })(cheese)).toBe(isShown);
});

test("filter for items without a group — matches an empty and a missing group name", () => {
  const isShown = stockMatcher({ title: "", group: NO_GROUP });
  const { groupName: _, ...plain } = cheese;
  expect([isShown({ ...cheese, groupName: null }), isShown(plain)]).toEqual([true, true]);
});

test("stock items without extension fields — belong to the scope of the request", async () => {
  const documented = { id: 3, title: "Мука", unit: "кг", estimateCost: 48 };
  const { api } = describedApi(({ path }) => Response.json(/\/3\//.test(path) ? documented : [documented]));
  const [ofCompany] = await readStockItems(api, company, signal);
  const [ofGroup] = await readStockItems(api, group, signal);
  expect([ofCompany?.isCompanyGroup, ofGroup?.isCompanyGroup]).toEqual([false, true]);
  for (const scope of [company, group]) {
    const { draft, version } = await stockItemEditor.read(api, scope, 3, signal);
    expect(draft).toMatchObject({ groupName: "", parts: [], isInherited: false, usedInItems: [] });
    expect(version).toBeUndefined();
  }
});

test("empty lines of a recipe — are sent too, so that the indexes of the other lines do not change", async () => {
  const { api, calls } = describedApi();
  const parts = [
    { key: 1, stockItemId: 0, count: "7" },
    { key: 2, stockItemId: 5, count: "0,25" },
  ];
  const draft = { ...stockItemEditor.blank(company, { stockItems: [] }), title: "Соус", unit: "кг", parts };
  await stockItemEditor.save(api, company, { id: undefined, draft, version: undefined, key: "key-of-a-test" }, signal);
  expect(calls[0]?.body).toEqual({
    title: "Соус",
    unit: "кг",
    groupName: "",
    parts: [
      { stockItemId: 0, count: 0 },
      { stockItemId: 5, count: 0.25 },
    ],
  });
  expect(describeStockItem(draft, { stockItems: [{ ...cheese, id: 5 }] })).toContainEqual([
    "Состав: Сыр моцарелла",
    "0,25 кг",
  ]);
});

test("groups — are listed by name, with an empty name for items without a group", async () => {
  const { api } = describedApi(() =>
    Response.json([
      { name: "Сыры", countItems: 2 },
      { name: null, countItems: 1 },
    ]),
  );
  const rows = [
    { id: "Сыры", countItems: 2 },
    { id: "", countItems: 1 },
  ];
  for (const scope of [company, group]) expect(await stockGroupDirectory.list(api, scope, signal)).toEqual(rows);
  const choices = createActor(stockGroupChoices(api, company)).start();
  expect((await waitFor(choices, ({ status }) => status === "done")).output).toEqual(rows);
});

test("a failed read of the groups — leaves an empty list of choices", async () => {
  const { api } = describedApi(() => Response.json({ message: "Упало" }, { status: 500 }));
  const choices = createActor(stockGroupChoices(api, company)).start();
  expect((await waitFor(choices, ({ status }) => status === "done")).output).toEqual([]);
});
