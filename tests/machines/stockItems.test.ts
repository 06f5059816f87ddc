import { getDotPath, safeParse } from "valibot";
import { expect, test } from "vitest";
import { describeStockItem } from "#app/screens/stockItems/describeStockItem.ts";
import { stockItemSchema } from "#app/screens/stockItems/stockItemSchema.ts";
import { NO_GROUP, stockMatcher } from "#machines/catalogue/stockFilter.ts";
import { stockGroupDirectory } from "#machines/directory/descriptors/stockGroups.ts";
import {
  blankPack,
  readStockItems,
  type StockItemRow,
  stockItemEditor,
} from "#machines/directory/descriptors/stockItems.ts";
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
  ["accepts an item whose title contains the text", { title: "моц" }, true],
  ["ignores the letter case and the outer spaces of the text", { title: " СЫР " }, true],
  ["rejects an item whose title does not contain the text", { title: "мука" }, false],
  ["ignores a text of two letters", { title: "му" }, true],
  ["accepts an item of the wanted group", { group: "Сыры" }, true],
  ["ignores the letter case of the group", { group: "сыры" }, true],
  ["rejects an item whose group only begins with the given name", { group: "Сыр" }, false],
  ["rejects an item with a group if items without a group are wanted", { group: NO_GROUP }, false],
  ["rejects an item of another group even if the title contains the text", { title: "моц", group: "Овощи" }, false],
])("stockMatcher — %s", (_, filter, isShown) => {
  expect(stockMatcher({ title: "", group: "", ...filter })(cheese)).toBe(isShown);
});

test("filter for items without a group — matches items with a missing group name or the group name null", () => {
  const isShown = stockMatcher({ title: "", group: NO_GROUP });
  const { groupName: _, ...plain } = cheese;
  expect([isShown({ ...cheese, groupName: null }), isShown(plain)]).toEqual([true, true]);
});

test("stock item without extension fields — belongs to the company or the group of the request", async () => {
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

test("empty recipe lines — are sent with the other lines, so that the indexes of the other lines do not change", async () => {
  const { api, calls } = describedApi();
  const parts = [
    { key: 1, stockItemId: 0, count: "7" },
    { key: 2, stockItemId: 5, count: "0,25" },
  ];
  const packs = [{ key: 1, name: " ведро ", factor: "4,5" }];
  const draft = { ...stockItemEditor.blank(company, { stockItems: [] }), title: "Соус", unit: "кг", parts, packs };
  await stockItemEditor.save(api, company, { id: undefined, draft, version: undefined, key: "key-of-a-test" }, signal);
  expect(calls[0]?.body).toEqual({
    title: "Соус",
    unit: "кг",
    groupName: "",
    parts: [
      { stockItemId: 0, count: 0 },
      { stockItemId: 5, count: 0.25 },
    ],
    packs: [{ name: "ведро", factor: 4.5 }],
  });
  expect(describeStockItem(draft, { stockItems: [] })).toContainEqual(["Упаковка: ведро", "4,5 кг"]);
  expect(describeStockItem(draft, { stockItems: [{ ...cheese, id: 5 }] })).toContainEqual([
    "Состав: Сыр моцарелла",
    "0,25 кг",
  ]);
});

test("pack units — have their factors as text in the form, and a new pack unit gets its own row key", async () => {
  const item = { ...cheese, packs: [{ name: "головка", factor: 2.5 }] };
  const { api } = describedApi(() => Response.json(item));
  const { draft } = await stockItemEditor.read(api, company, 10, signal);
  expect(draft.packs).toEqual([{ key: 1, name: "головка", factor: "2,5" }]);
  expect(blankPack(draft.packs)).toEqual({ key: 2, name: "", factor: "" });
});

test("form of a stock item — refuses a pack unit without a size or with the name of another unit", () => {
  const draft = { ...stockItemEditor.blank(company, { stockItems: [] }), title: "Мука", unit: "кг" };
  const errorsOf = (...packs: [name: string, factor: string][]) =>
    safeParse(stockItemSchema, {
      ...draft,
      packs: packs.map(([name, factor], at) => ({ key: at + 1, name, factor })),
    }).issues?.map((issue) => [getDotPath(issue), issue.message]) ?? [];
  expect(errorsOf(["мешок", "25"], ["коробка", "0,5"])).toEqual([]);
  expect(errorsOf(["мешок", "0"], ["ящик", "50"])).toEqual([["packs.0.factor", "Больше нуля."]]);
  expect(errorsOf(["кг.", "25"], ["г", "5"], ["мешок", "1"], ["мешков", "2"])).toEqual([
    ["packs.0.name", "Это основная единица товара."],
    ["packs.1.name", "Эта единица пересчитывается сама."],
    ["packs.3.name", "Такая единица у товара уже есть."],
  ]);
});

test("groups of stock items — are identified by name, and the name is empty for the items without a group", async () => {
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
});
