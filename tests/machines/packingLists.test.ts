import { describe, expect, test } from "vitest";
import { documentSums } from "#domain/packingList.ts";
import { mergeDocuments } from "#machines/directory/descriptors/documentLines.ts";
import { transactionEditor } from "#machines/directory/descriptors/finance.ts";
import {
  addTableLines,
  blankLine,
  lineNumbers,
  lineUnits,
  type PackingListDraft,
  packingListEditor,
  toPack,
} from "#machines/directory/descriptors/packingListEditor.ts";
import {
  isPackingList,
  type PackingList,
  packingListDocument,
  packingListsQuery,
  suppliersQuery,
} from "#machines/directory/descriptors/packingLists.ts";
import { MissingEntry } from "#machines/directory/types.ts";
import { lineTableActors } from "#machines/stock/lineTable.actors.ts";
import { lineTableMachine } from "#machines/stock/lineTable.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const { signal } = new AbortController();
const zone = { timeZone: "Europe/Moscow", dayStart: "04:00" };
const scope = { companyId: 1, zone, today: "2026-11-26" };

const sack = { name: "мешок", factor: 25 };

const list: PackingList = {
  id: 7,
  companyId: 1,
  supplierId: 2,
  supplierName: "Ферма",
  kind: "delivery",
  itemNumber: "ЛУ-1",
  date: "2026-11-20T06:30:00.000Z",
  creationDate: "2026-11-20T06:40:00.000Z",
  comment: null,
  isVatIncluded: true,
  state: "draft",
  amount: 1000,
  vatAmount: 90.91,
  paidAmount: 400,
  isDuplicate: false,
  itemCount: 1,
  version: 3,
  createdByAlias: null,
  approvedAt: null,
  approvedByAlias: null,
  reversedAt: null,
  reversedByAlias: null,
  items: [
    {
      id: 1,
      stockItemId: 10,
      stockItemTitle: "Сыр",
      stockItemUnit: "кг",
      count: 2.5,
      price: 400,
      pack: null,
      vat: 10,
      vatAmount: 90.90909,
      amount: 1000,
      balance: 0,
      lastPrice: null,
      revaluation: 0,
    },
  ],
};

describe("editor of a packing list", () => {
  const readDraft = async () => (await packingListEditor.read(recordedApi(list).api, scope, 7, signal)).draft;
  const save = async (draft: PackingListDraft, id?: number) => {
    const { api, calls } = recordedApi({ id: 7 });
    await packingListEditor.save(api, scope, { id, draft, version: id && 3, key: "key-00001" }, signal);
    const [{ method, url, body, headers } = { method: "", url: "", body: "{}", headers: new Headers() }] = calls;
    return { call: `${method} ${url}`, body: JSON.parse(body), version: headers.get("If-Match") };
  };

  test("the form shows only the day of a packing list, and saving the same day keeps the original time", async () => {
    const draft = await readDraft();
    expect(draft).toMatchObject({
      day: "2026-11-20",
      itemNumber: "ЛУ-1",
      items: [{ count: "2,5", price: "400", vat: "10" }],
    });
    const { call, body, version } = await save(draft, 7);
    expect([call, version]).toEqual(["PUT /api/PackingList/7/Company/1", '"3"']);
    expect(body).toMatchObject({
      id: 7,
      date: list.date,
      items: [{ stockItemId: 10, count: 2.5, price: 400, vat: 10 }],
    });
  });

  test("an approved packing list cannot be edited", async () => {
    const { api } = recordedApi({ ...list, state: "approved" });
    await expect(packingListEditor.read(api, scope, 7, signal)).rejects.toThrow(MissingEntry);
  });

  test("a changed day is saved as the start of the day, and a new packing list of today is saved without a date", async () => {
    const draft = await readDraft();
    expect((await save({ ...draft, day: "2026-11-19" }, 7)).body.date).toBe("2026-11-19T01:00:00.000Z");
    expect((await save({ ...draft, day: "2026-11-26", savedDate: "" })).body).not.toHaveProperty("date");
  });

  test("a new packing list has a single blank line, and blank lines are not sent", async () => {
    const choices = { suppliers: [], items: [] };
    const blank = packingListEditor.blank({ ...scope, supplierId: 4 }, choices);
    expect(blank).toMatchObject({ supplierId: 4, day: "2026-11-26", items: [{ stockItemId: 0, vat: "0" }] });
    const line = { key: 2, stockItemId: 3, pack: null, count: "1", price: "2", vat: "20" };
    const { call, body } = await save({ ...blank, comment: " Утром ", items: [...blank.items, line] });
    expect(call).toBe("POST /api/PackingList/Company/1");
    expect(body).toMatchObject({
      itemNumber: null,
      comment: "Утром",
      items: [{ stockItemId: 3, count: 1, price: 2, vat: 20 }],
    });
    expect(blankLine([line])).toMatchObject({ key: 3, vat: "20" });
  });

  test("the editor of a packing list reads the suppliers and the stock items", async () => {
    const { api, calls } = recordedApi([]);
    expect(await packingListEditor.loadChoices(api, scope, signal)).toEqual({ suppliers: [], items: [] });
    expect(calls.map(({ url }) => url).sort()).toEqual([
      "/api/PackingList/Company/1/Item",
      "/api/Supplier/Company/1/Summury",
    ]);
  });
});

describe("packing list line in a pack unit", () => {
  const line = { key: 1, stockItemId: 10, pack: sack, count: "2", price: "1000,01", vat: "0" };

  test("a stored line with a pack unit is shown as entered, and is sent in base units", async () => {
    const items = list.items.map((stored) => ({
      ...stored,
      count: 50,
      price: 40.0004,
      pack: { ...sack, count: 2, price: 1000.01 },
    }));
    const { draft } = await packingListEditor.read(recordedApi({ ...list, items }).api, scope, 7, signal);
    expect(draft.items).toEqual([{ ...line, vat: "10" }]);
    const { api, calls } = recordedApi({ id: 7 });
    await packingListEditor.save(api, scope, { id: undefined, draft, version: undefined, key: "key-00001" }, signal);
    expect(JSON.parse(calls[0]?.body ?? "").items).toEqual([
      { stockItemId: 10, count: 50, price: 40.0004, pack: { ...sack, count: 2, price: 1000.01 }, vat: 10 },
    ]);
    expect(documentSums(draft.items.map(lineNumbers), true).amount).toBe(2000.02);
  });

  test("the units of a line begin with the base unit and include the stored pack unit", () => {
    const flour = { unit: "кг", packs: [{ name: "мешок", factor: 50 }] };
    const units = lineUnits(flour, sack);
    expect(units).toEqual([{ name: "кг", factor: 1 }, ...flour.packs, { name: "г", factor: 0.001 }, sack]);
    expect(lineUnits(flour, null)).toEqual(units.slice(0, 3));
    expect([toPack(flour, units[0]), toPack(flour, undefined)]).toEqual([null, null]);
    expect(toPack(flour, units[1])).toEqual({ name: "мешок", factor: 50 });
  });
});

describe("three-way merge of two users' changes to a document", () => {
  const line = (stockItemId: number, count: string) => ({ key: stockItemId, stockItemId, count });
  const base = { comment: "", itemNumber: "1", items: [line(1, "1"), line(2, "2"), line(3, "3")] };
  const merge = (mine: Partial<typeof base>, theirs: Partial<typeof base>) =>
    mergeDocuments(base, { ...base, ...mine }, { ...base, ...theirs });
  const countsOf = ({ items }: typeof base) => items.map(({ stockItemId, count }) => `${stockItemId}: ${count}`);

  test("three-way merge — takes every field and line from the user who changed this field or line", () => {
    const merged = merge(
      { comment: "Моё", items: [line(1, "10"), line(2, "2"), line(3, "3")] },
      { itemNumber: "2", items: [line(1, "1"), line(2, "20"), line(3, "3")] },
    );
    expect(merged).toMatchObject({ comment: "Моё", itemNumber: "2" });
    expect(countsOf(merged)).toEqual(["1: 10", "2: 20", "3: 3"]);
  });

  test("three-way merge — keeps this user's change if both users changed the same field or line", () => {
    const merged = merge(
      { comment: "Моё", items: [line(1, "10")] },
      { comment: "Чужое", items: [line(1, "11"), line(2, "2"), line(3, "33")] },
    );
    expect(merged.comment).toBe("Моё");
    expect(countsOf(merged)).toEqual(["1: 10"]);
  });

  test("three-way merge — contains the lines added by either user and omits the lines removed by either user", () => {
    const merged = merge(
      { items: [line(2, "2"), line(3, "3"), line(4, "4"), { ...line(0, ""), key: 9 }] },
      { items: [line(1, "1"), line(2, "2"), line(5, "5")] },
    );
    expect(countsOf(merged)).toEqual(["2: 2", "5: 5", "4: 4"]);
    expect(merged.items.map(({ key }) => key)).toEqual([1, 2, 3]);
  });

  test("three-way merge — does not count a different sequence of the lines as a change", () => {
    const moved = base.items.map((one, at) => ({ ...one, key: at + 7 })).reverse();
    expect(countsOf(merge({ items: moved }, { items: [line(1, "9")] }))).toEqual(["1: 9"]);
  });
});

test("addTableLines — replaces the line of the same stock item, adds the other table lines, and removes blank lines", () => {
  const lines = [
    { key: 1, stockItemId: 10, pack: sack, count: "1", price: "1", vat: "0" },
    { key: 2, stockItemId: 0, pack: null, count: "", price: "", vat: "0" },
  ];
  const items = [
    { stockItemId: 10, count: 2.5, price: 3 },
    { stockItemId: 11, count: 50, price: 46, pack: { ...sack, count: 2, price: 1150 }, vat: 20 },
  ];
  expect(addTableLines(lines, { items })).toEqual([
    { key: 1, stockItemId: 10, pack: null, count: "2,5", price: "3", vat: "0" },
    { key: 3, stockItemId: 11, pack: sack, count: "2", price: "1150", vat: "20" },
  ]);
});

test("packing list queries — send the given filter, and read all suppliers of the company", async () => {
  const { api, calls } = recordedApi([list]);
  const filter = { companyId: 1, start: "2026-11-01", end: "2026-11-26" };
  await packingListsQuery.load(api, { ...filter, supplierId: 2, state: "draft" }, signal);
  await packingListsQuery.load(api, { ...filter, supplierId: undefined, state: undefined }, signal);
  await suppliersQuery.load(api, { companyId: 1 }, signal);
  expect(calls.map(({ url }) => url)).toEqual([
    "/api/PackingList/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26&supplierId=2&state=draft",
    "/api/PackingList/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26",
    "/api/Supplier/Company/1/Summury",
  ]);
});

test("isPackingList — rejects a packing list with a malformed line", () => {
  expect([isPackingList(list), isPackingList({ ...list, items: [{}] }), isPackingList(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["approve", "POST /api/PackingList/7/Company/1/Approve", list],
  ["reverse", "POST /api/PackingList/7/Company/1/Reverse", list],
  ["remove", "DELETE /api/PackingList/7/Company/1", undefined],
] as const)("the action %s of a packing list — uses its own API operation", async (action, call, answer) => {
  const { api, calls } = recordedApi(answer);
  const request = { companyId: 1, id: 7, action, version: 3, details: {}, isForced: true, key: "key-00001" };
  expect(await packingListDocument.act(api, request)).toEqual({ entry: answer });
  const [sent] = calls;
  expect([`${sent?.method} ${sent?.url}`, sent?.headers.get("If-Match")]).toEqual([call, '"3"']);
  if (action !== "remove") expect(JSON.parse(sent?.body ?? "")).toEqual({ companyId: 1, isBelowZeroAllowed: true });
});

test("request for a packing list — only an approval states whether the goods were on the shelf", async () => {
  const { api, calls } = recordedApi(list);
  const request = { companyId: 1, id: 7, version: 3, isForced: true, key: "key-00001", details: { isOnShelf: false } };
  await packingListDocument.act(api, { ...request, action: "approve" });
  await packingListDocument.act(api, { ...request, action: "reverse" });
  const body = { companyId: 1, isBelowZeroAllowed: true };
  expect(calls.map((call) => JSON.parse(call.body))).toEqual([{ ...body, isOnShelf: false }, body]);
});

test("finance transaction editor for a packing list — proposes the unpaid amount: an expense for a delivery, an income for a return", async () => {
  const { api } = recordedApi(list);
  const paid = { id: 7, kind: "delivery", itemNumber: "ЛУ-1", supplierName: "Ферма", due: 600 } as const;
  const loading = transactionEditor.loadChoices(api, { companyId: 1, packingListId: 7 }, signal);
  await expect(loading).rejects.toThrow();
  const blank = (kind: "delivery" | "return") =>
    transactionEditor.blank({ companyId: 1 }, { sources: [], categories: [], paid: { ...paid, kind } });
  expect(blank("delivery")).toMatchObject({ kind: "expense", amount: "600", packingListId: 7 });
  expect(blank("return")).toMatchObject({ kind: "income" });
});

describe("reading of lines from a table", () => {
  const table = { items: [], errors: [{ row: 2, column: "Цена", message: "Это не число." }] };
  const file = { name: "lines.xlsx", size: 10 };

  test("reading of lines from a table — reports the lines, and keeps the errors until the user dismisses the errors", async () => {
    const { actor, call, emitted } = givenMachine(lineTableMachine, undefined);
    actor.send({ type: "table.choose", file });
    call("read").answer(table);
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: "idle", context: { errors: table.errors, file: undefined } });
    expect(emitted).toEqual([{ type: "table.read", table }]);
    actor.send({ type: "errors.dismiss" });
    expect(actor.getSnapshot().context.errors).toEqual([]);
  });

  test("reading of lines from a table — sends no file of a wrong type, and a cancelled or failed read reports no lines", async () => {
    const { actor, call, calls, emitted } = givenMachine(lineTableMachine, undefined);
    actor.send({ type: "table.choose", file: { name: "photo.png", size: 10 } });
    expect([actor.getSnapshot().context.reason, calls.length]).toEqual(["notTable", 0]);
    actor.send({ type: "table.choose", file });
    actor.send({ type: "table.cancel" });
    expect([actor.getSnapshot().value, call("read").signal.aborted]).toEqual(["idle", true]);
    actor.send({ type: "table.choose", file });
    call("read").fail(new Error("fault"));
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: "idle", context: { failure: { kind: "fault" } } });
    expect(emitted).toEqual([]);
  });

  test("reading of lines from a table — sends the file as a form with an idempotency key", async () => {
    const { api, calls } = recordedApi(table);
    const { read } = lineTableActors({ api, newKey: () => "key-00002" }, 1);
    const { actor, emitted } = givenMachine(lineTableMachine, undefined, { read });
    actor.send({ type: "table.choose", file: new File(["Соль\t1\t2"], "paste.csv", { type: "text/csv" }) });
    await expect.poll(() => emitted.length).toBe(1);
    expect(calls[0]?.url).toBe("/api/PackingList/Company/1/Import");
    expect([calls[0]?.headers.get("Idempotency-Key"), calls[0]?.body.includes("Соль\t1\t2")]).toEqual([
      "key-00002",
      true,
    ]);
  });

  test("reading of lines from a table — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(lineTableMachine);
    walk({
      events: [
        { type: "table.choose", file },
        { type: "table.choose", file: { name: "photo.png", size: 10 } },
        { type: "table.cancel" },
        { type: "errors.dismiss" },
        done("read", table),
        failed("read"),
      ],
      project: ({ context: { reason, failure, errors } }) => [reason, failure?.kind, errors.length],
    });
  });
});
