import { safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import { stockMinimumSchema } from "#app/screens/stock/StockMinimumEditor.tsx";
import { messengerText, purchaseText } from "#app/screens/stock/toOrderTexts.ts";
import { packingListEditor, parseLinkedLines } from "#machines/directory/descriptors/packingListEditor.ts";
import { stockMinimumEditor } from "#machines/directory/descriptors/stockMinimum.ts";
import { makeToOrderTable, stockToOrderQuery, type ToOrderRow } from "#machines/queries/stockToOrder.ts";
import { groupBySupplier, orderedCount, orderSum, packingListQuery } from "#machines/stock/toOrder.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const { signal } = new AbortController();
const sack = { name: "мешок", factor: 25 };
const flour: ToOrderRow = {
  id: 1,
  title: "Мука",
  unit: "кг",
  groupName: null,
  count: 10,
  reservedCount: 0,
  awaitedCount: 0,
  availableCount: 10,
  minCount: 30,
  orderUpTo: 80,
  pack: sack,
  orderCount: 3,
  price: 1000.01,
  vat: 10,
  supplierId: 2,
  supplierName: "Заря",
};
const salt: ToOrderRow = { ...flour, id: 5, title: "Соль", pack: null, orderCount: 4.5, price: 20, vat: 0 };
const nori: ToOrderRow = { ...salt, id: 7, title: "Нори", price: null, supplierId: null, supplierName: null };
const rows = [flour, salt, nori];

describe("items to order", () => {
  test("items to order are grouped by supplier and keep their sequence", () => {
    expect(groupBySupplier(rows).map(({ supplierId, rows: own }) => [supplierId, own.map(({ id }) => id)])).toEqual([
      [2, [1, 5]],
      [null, [7]],
    ]);
  });

  test("a typed quantity replaces the suggested quantity, and an invalid text counts as 0", () => {
    expect([orderedCount(flour, {}), orderedCount(flour, { 1: "2,5" }), orderedCount(flour, { 1: "" })]).toEqual([
      3, 2.5, 0,
    ]);
    expect(orderedCount(flour, { 1: "-4" })).toBe(0);
    expect(orderSum(rows, {})).toBe(3090.03);
    expect(orderSum(rows, { 1: "1" })).toBe(1090.01);
  });

  test("the link to a new packing list contains the supplier and the lines in pack units", () => {
    const [order] = groupBySupplier(rows);
    const query = new URLSearchParams(order && packingListQuery(order, { 1: "2" }));
    expect(query.get("supplier")).toBe("2");
    const lines = parseLinkedLines(query);
    const item = {
      title: "",
      groupName: null,
      count: 0,
      lastPrice: null,
      averageCost: null,
      isMade: false,
      isTakenApart: false,
    };
    const items = [{ ...item, id: 1, unit: "кг", packs: [sack] }];
    const zone = { timeZone: "Europe/Moscow", dayStart: "04:00" };
    const scope = { companyId: 1, zone, today: "2026-11-26", supplierId: 2, lines };
    expect(packingListEditor.blank(scope, { suppliers: [], items }).items).toEqual([
      { key: 1, stockItemId: 1, pack: sack, count: "2", price: "1000,01", vat: "10" },
    ]);
    expect(packingListEditor.blank(scope, { suppliers: [], items: [] }).items).toMatchObject([{ stockItemId: 0 }]);
  });

  test("packingListQuery omits rows with the quantity 0, and parseLinkedLines ignores invalid lines of a link", () => {
    const [order] = groupBySupplier(rows);
    expect(order && packingListQuery(order, { 1: "0", 5: "" })).toBe("supplier=2");
    expect(parseLinkedLines(new URLSearchParams("line=x~1&line=3~много&line=3~2"))).toEqual([
      { id: 3, count: "2", unit: "", price: "", vat: "0" },
    ]);
    const [, unknown] = groupBySupplier(rows);
    expect(unknown && packingListQuery(unknown, {})).toBe(new URLSearchParams({ line: "7~4,5~~~0" }).toString());
  });

  test("the text for a messenger contains each item with its quantity, except items with the quantity 0", () => {
    const [order] = groupBySupplier(rows);
    expect(order && messengerText("Колос", order, { 5: "0" })).toBe("Заказ, Колос:\n— Мука: 3 мешка × 25 кг");
    expect(purchaseText(salt, 4.5)).toBe("4,5\u00a0кг");
  });

  test("the list of items to order and its file are read from the server", async () => {
    const { api, calls } = recordedApi(rows);
    expect(await stockToOrderQuery.load(api, { companyId: 1 }, signal)).toEqual(rows);
    await makeToOrderTable(api, { companyId: 1 })("xlsx", signal, undefined);
    expect(calls.map(({ url }) => url)).toEqual([
      "/api/Stock/Company/1/ToOrder",
      "/api/Stock/Company/1/ToOrder/File?format=xlsx",
    ]);
  });
});

describe("editor of a stock minimum", () => {
  test("editor of a stock minimum — reads the minimum with its version, and saves empty values as null", async () => {
    const stored = { id: 5, title: "Соль", unit: "кг", minCount: 2.5, orderUpTo: null, version: 3 };
    const { api, calls } = recordedApi(stored);
    const { draft, version } = await stockMinimumEditor.read(api, { companyId: 1 }, 5, signal);
    expect([draft, version]).toEqual([{ title: "Соль", unit: "кг", minCount: "2,5", orderUpTo: "" }, 3]);
    const change = { ...draft, minCount: "3", orderUpTo: "" };
    await stockMinimumEditor.save(api, { companyId: 1 }, { id: 5, draft: change, version, key: "key-00001" }, signal);
    const { method = "", url = "", body = "", headers = new Headers() } = calls[1] ?? {};
    expect([method, url, headers.get("If-Match")]).toEqual(["PUT", "/api/StockItem/5/Company/1/Minimum", '"3"']);
    expect(JSON.parse(body)).toEqual({ companyId: 1, minCount: 3, orderUpTo: null });
    expect(await stockMinimumEditor.loadChoices(api, { companyId: 1 }, signal)).toBeUndefined();
    expect(stockMinimumEditor.blank({ companyId: 1 }, undefined)).toEqual({
      title: "",
      unit: "",
      minCount: "",
      orderUpTo: "",
    });
  });

  test.each([
    ["5", "", "valid", true],
    ["", "", "valid", true],
    ["5", "5", "valid", true],
    ["5", "4", "invalid", false],
    ["-1", "", "invalid", false],
    ["", "много", "invalid", false],
  ])("the minimum '%s' with the target '%s' is %s", (minCount, orderUpTo, _, isValid) => {
    expect(safeParse(stockMinimumSchema, { title: "", unit: "", minCount, orderUpTo }).success).toBe(isValid);
  });
});
