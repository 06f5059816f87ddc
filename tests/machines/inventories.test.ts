import { expect, test } from "vitest";
import {
  inventoriesQuery,
  inventoryDashBoardQuery,
  inventoryDocument,
  isInventory,
} from "#machines/directory/descriptors/inventories.ts";
import { inventoryGroupDirectory, inventoryGroupEditor } from "#machines/directory/descriptors/inventoryGroups.ts";
import { inventoryStartEditor } from "#machines/directory/descriptors/inventoryStart.ts";
import { MissingEntry } from "#machines/directory/types.ts";
import { countAt, placesOf, reviewedLines, sheetLines, totalCount, totalsOf } from "#machines/stock/countLines.ts";
import { aCountEntry, aCountLine, anInventory } from "../support/machines/inventorySamples.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

const { signal } = new AbortController();
const scope = { companyId: 1 };
const group = {
  id: 2,
  companyId: 1,
  name: "Сыры",
  everyDays: 7,
  isBlind: true,
  itemCount: 2,
  lastCountedAt: null,
  dueOn: "2026-11-21",
  openInventoryId: null,
  version: 3,
};

test("list of inventories — is read with the given filter", async () => {
  const { api, calls } = recordedApi([anInventory()]);
  const filter = { companyId: 1, start: "2026-11-01", end: "2026-11-26" };
  await inventoriesQuery.load(api, { ...filter, state: "approved" }, signal);
  await inventoriesQuery.load(api, { ...filter, state: undefined }, signal);
  expect(calls.map(({ call }) => call)).toEqual([
    "GET /api/Inventory/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26&state=approved",
    "GET /api/Inventory/Company/1/Summury?startDate=2026-11-01&endDate=2026-11-26",
  ]);
});

test("dashboard of inventories — is polled every minute, and a malformed answer is rejected", async () => {
  const answer = { due: [], open: [], lossByWeek: [], worst: [], neverCounted: [], neverCountedTotal: 0 };
  const { api, calls } = recordedApi(answer);
  expect(await inventoryDashBoardQuery.load(api, scope, signal)).toEqual(answer);
  expect(calls[0]?.call).toBe("GET /api/Inventory/Company/1/DashBoard");
  expect(inventoryDashBoardQuery.polling?.(scope, answer).visible).toBe(60_000);
  await expect(inventoryDashBoardQuery.load(recordedApi({ due: [] }).api, scope, signal)).rejects.toThrow();
});

test.each([
  ["accepts an inventory with a line", anInventory(), true],
  ["accepts an inventory without lines", anInventory({ items: [] }), true],
  ["rejects an inventory with an empty line", { ...anInventory(), items: [{}] }, false],
  [
    "rejects an inventory with an entry that has only a place",
    { ...anInventory(), items: [{ ...aCountLine(), entries: [{ place: "Бар" }] }] },
    false,
  ],
  ["rejects an inventory without warnings", { ...anInventory(), warnings: undefined }, false],
  ["rejects null", null, false],
])("isInventory — %s", (_, answer, is) => {
  expect(isInventory(answer)).toBe(is);
});

test.each([
  ["counting", "is polled every 5 s", 5000],
  ["reviewing", "is polled every 20 s", 20_000],
  ["approved", "is not polled", undefined],
  ["cancelled", "is not polled", undefined],
] as const)("inventory document in the state '%s' — %s", (state, _, visible) => {
  expect(inventoryDocument.polling?.({ companyId: 1, id: 4 }, anInventory({ state })).visible).toBe(visible);
});

test.each([
  [
    "review with uncounted lines as zero",
    "review",
    { isRestZero: true },
    "POST /api/Inventory/4/Company/1/Review",
    { companyId: 1, isRestZero: true },
  ],
  ["review", "review", {}, "POST /api/Inventory/4/Company/1/Review", { companyId: 1, isRestZero: false }],
  ["approve", "approve", {}, "POST /api/Inventory/4/Company/1/Approve", { companyId: 1 }],
  [
    "cancel with a reason",
    "cancel",
    { reason: " Не та " },
    "POST /api/Inventory/4/Company/1/Cancel",
    { companyId: 1, reason: "Не та" },
  ],
  ["cancel", "cancel", {}, "POST /api/Inventory/4/Company/1/Cancel", { companyId: 1, reason: null }],
  [
    "explain with reasons",
    "explain",
    { reasons: [{ stockItemId: 10, reason: "Усушка" }] },
    "PUT /api/Inventory/4/Company/1",
    { id: 4, companyId: 1, reasons: [{ stockItemId: 10, reason: "Усушка" }] },
  ],
  ["explain", "explain", {}, "PUT /api/Inventory/4/Company/1", { id: 4, companyId: 1, reasons: [] }],
  ["remove", "remove", {}, "DELETE /api/Inventory/4/Company/1", undefined],
] as const)(
  "request for an inventory — the action '%s' has its own request, with the version and the idempotency key",
  async (_, action, details, call, body) => {
    const answer = action === "remove" ? undefined : anInventory();
    const { api, calls } = recordedApi(answer);
    const request = { companyId: 1, id: 4, action, version: 3, details, isForced: false, key: "key-00001" };
    expect(await inventoryDocument.act(api, request)).toEqual({ entry: answer });
    expect(calls[0]).toMatchObject({ call, json: body });
    expect([calls[0]?.headers.get("If-Match"), calls[0]?.headers.get("Idempotency-Key")]).toEqual(['"3"', "key-00001"]);
  },
);

test("inventory document — is read by its id", async () => {
  const { api, calls } = recordedApi(anInventory());
  expect(await inventoryDocument.load(api, { companyId: 1, id: 4 }, signal)).toEqual(anInventory());
  expect(calls[0]?.call).toBe("GET /api/Inventory/4/Company/1");
});

test("list of inventory groups — is read by one request", async () => {
  const { api, calls } = recordedApi([group]);
  expect(await inventoryGroupDirectory.list(api, scope, signal)).toEqual([group]);
  expect(calls.map(({ call }) => call)).toEqual(["GET /api/InventoryGroup/Company/1/Summury"]);
});

test("removal of an inventory group — the idempotency key contains the id and the version of the group", async () => {
  const { api, calls } = recordedApi(undefined);
  await inventoryGroupDirectory.commands.remove(api, scope, group, signal);
  const [removal] = calls;
  expect([calls.length, removal?.call]).toEqual([1, "DELETE /api/InventoryGroup/2/Company/1"]);
  expect(removal?.headers.get("Idempotency-Key")).toBe("remove-inventory-group-2-3");
  expect(removal?.headers.get("If-Match")).toBe('"3"');
});

test("editor of an inventory group — reads and saves a group, and an empty interval is saved as null", async () => {
  const { api, calls } = recordedApi({ ...group, stockItemIds: [10, 11] });
  const opened = await inventoryGroupEditor.read(api, scope, 2, signal);
  const draft = { name: "Сыры", everyDays: "7", isBlind: true, stockItemIds: [10, 11] };
  expect(opened).toEqual({ draft, version: 3 });
  await inventoryGroupEditor.save(api, scope, { id: 2, draft, version: 3, key: "key-00001" }, signal);
  const unscheduled = { ...draft, everyDays: " " };
  await inventoryGroupEditor.save(
    api,
    scope,
    { id: undefined, draft: unscheduled, version: undefined, key: "k" },
    signal,
  );
  const body = { companyId: 1, name: "Сыры", everyDays: 7, isBlind: true, stockItemIds: [10, 11] };
  expect(calls.slice(1)).toMatchObject([
    { call: "PUT /api/InventoryGroup/2/Company/1", json: { ...body, id: 2 } },
    { call: "POST /api/InventoryGroup/Company/1", json: { ...body, everyDays: null } },
  ]);
  expect(calls[1]?.headers.get("If-Match")).toBe('"3"');
  expect(inventoryGroupEditor.blank(scope, []).stockItemIds).toEqual([]);
  const without = recordedApi({ ...group, everyDays: null, stockItemIds: [] });
  expect((await inventoryGroupEditor.read(without.api, scope, 2, signal)).draft.everyDays).toBe("");
  const items = [{ id: 10, title: "Сыр", unit: "кг", groupName: null, count: 1, lastPrice: null, averageCost: null }];
  expect(await inventoryGroupEditor.loadChoices(recordedApi(items).api, scope, signal)).toEqual(items);
});

test("form that starts an inventory — preselects the requested group or the only group, and sends the chosen group", async () => {
  const { api, calls } = recordedApi(anInventory());
  const draft = { groupId: 2, comment: " После закрытия " };
  const start = { ...scope, groupId: undefined };
  const saved = await inventoryStartEditor.save(
    api,
    start,
    { id: undefined, draft, version: undefined, key: "key-00001" },
    signal,
  );
  expect(saved.id).toBe(4);
  expect(calls[0]).toMatchObject({
    call: "POST /api/Inventory/Company/1",
    json: { companyId: 1, groupId: 2, comment: "После закрытия" },
  });
  const other = { ...group, id: 3 };
  expect(inventoryStartEditor.blank({ ...scope, groupId: 3 }, [group, other]).groupId).toBe(3);
  expect(inventoryStartEditor.blank({ ...scope, groupId: 9 }, [group, other]).groupId).toBe(0);
  expect(inventoryStartEditor.blank(start, [group]).groupId).toBe(2);
  await expect(inventoryStartEditor.read(api, start, 4, signal)).rejects.toThrow(MissingEntry);
  expect(await inventoryStartEditor.loadChoices(recordedApi([group]).api, start, signal)).toEqual([group]);
});

const at = "2026-11-21T19:42:00.000Z";
const entryAt = (place: string, count: number) => ({ place, count, at, userAlias: "Ольга" });

test("lines of an inventory sheet — contain unsent entries, and the last entry of a place replaces the earlier ones", () => {
  const inventory = anInventory({
    items: [aCountLine({ entries: [entryAt("Склад", 4), entryAt("Бар", 1.1)] }), aCountLine({ stockItemId: 11 })],
  });
  const [cheese, flour, added, ...others] = sheetLines(inventory, [
    aCountEntry({ place: "склад", count: 5 }),
    aCountEntry({ place: "Склад", count: 6, key: "entry-key-2" }),
    aCountEntry({ stockItemId: 12, title: "Соль", place: "Кухня" }),
    aCountEntry({ stockItemId: 12, title: "Соль", place: "Бар", count: 1 }),
  ]);
  expect(others).toEqual([]);
  if (!cheese || !flour || !added) throw new Error("A line is missing");
  expect(cheese.places).toMatchObject([
    { place: "Бар", count: 1.1, userAlias: "Ольга", isWaiting: false },
    { place: "Склад", count: 6, at: "1970-01-01T00:00:01.000Z", isWaiting: true },
  ]);
  expect([countAt(cheese, " СКЛАД"), countAt(cheese, "Подвал"), totalCount(cheese)]).toEqual([6, undefined, 7.1]);
  expect([flour.places, totalCount(flour)]).toEqual([[], undefined]);
  expect(added).toMatchObject({ title: "Соль", expected: null, places: [{ place: "Кухня" }, { place: "Бар" }] });
  expect(placesOf([cheese, flour, added])).toEqual(["Бар", "Склад", "Кухня"]);
});

test("lines of an inventory sheet — hide a quantity with an unsent removal until a new quantity is typed", () => {
  const inventory = anInventory({ items: [aCountLine({ entries: [entryAt("Склад", 4), entryAt("Бар", 1.1)] })] });
  const withdrawal = aCountEntry({ place: "склад", count: null });
  const unknown = aCountEntry({ stockItemId: 12, title: "Соль", count: null });
  const lines = sheetLines(inventory, [withdrawal, unknown]);
  expect(lines).toMatchObject([{ stockItemId: 10, places: [{ place: "Бар", count: 1.1 }] }]);
  const again = sheetLines(inventory, [withdrawal, aCountEntry({ count: 3, key: "entry-key-2" })]);
  expect(again[0]?.places).toMatchObject([{ place: "Бар" }, { place: "Склад", count: 3, isWaiting: true }]);
  const only = sheetLines(anInventory({ items: [aCountLine({ entries: [entryAt("Склад", 4)] })] }), [withdrawal]);
  expect(only.map(totalCount)).toEqual([undefined]);
});

test("lines of an inventory sheet — take the pack units from the inventory, and for an item that the inventory lacks, from its entry", () => {
  const [sack, box] = [
    { name: "мешок", factor: 25 },
    { name: "коробка", factor: 12 },
  ];
  const inventory = anInventory({ items: [aCountLine({ packs: [sack] })] });
  const lines = sheetLines(inventory, [aCountEntry({ stockItemId: 12, packs: [box] })]);
  expect(lines.map(({ packs }) => packs)).toEqual([[sack], [box]]);
});

test("lines of an inventory review — are grouped into different, equal and uncounted lines, with the largest loss first", () => {
  const line = (stockItemId: number, difference: number | null, amount: number | null, expectedBefore = null) =>
    aCountLine({ stockItemId, counted: difference === null ? null : 1, difference, amount, expectedBefore });
  const made = aCountLine({ stockItemId: 6, isMade: true, entries: [entryAt("Склад", 2)] });
  const moved = aCountLine({ stockItemId: 7, counted: 1, difference: 0, amount: 0, expectedBefore: 3 });
  const items = [line(1, 0.5, 50), line(2, -1, -100.1), line(3, 0, 0), line(4, null, null), line(5, -2, -200.2)];
  const inventory = anInventory({ items: [...items, made, moved] });
  const { different, equal, uncounted } = reviewedLines(inventory);
  const idsOf = (lines: typeof different) => lines.map(({ stockItemId }) => stockItemId);
  expect([different, equal, uncounted].map(idsOf)).toEqual([[5, 2, 7, 1], [3, 6], [4]]);
  expect(totalsOf(inventory)).toEqual({ loss: 300.3, surplus: 50 });
});
