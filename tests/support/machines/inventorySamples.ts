import type { Inventory, InventoryLine } from "#machines/directory/descriptors/inventories.ts";
import type { CountEntry } from "#machines/stock/countSheet.ts";

export const aCountLine = (fields: Partial<InventoryLine> = {}): InventoryLine => ({
  stockItemId: 10,
  title: "Сыр",
  unit: "кг",
  packs: [],
  groupName: "Молочное",
  isMade: false,
  counted: null,
  countedAt: null,
  expected: 4.6,
  expectedBefore: null,
  difference: null,
  amount: null,
  reason: null,
  entries: [],
  ...fields,
});

/** Returns an inventory with one line that is not counted yet. */
export const anInventory = (fields: Partial<Inventory> = {}): Inventory => ({
  id: 4,
  companyId: 1,
  groupId: 2,
  groupName: "Сыры",
  isBlind: false,
  state: "counting",
  startedAt: "2026-11-21T19:30:00.000Z",
  reviewedAt: null,
  closedAt: null,
  comment: null,
  itemCount: 1,
  countedItems: 0,
  lossAmount: 0,
  surplusAmount: 0,
  version: 1,
  startedByAlias: "Ольга",
  closedByAlias: null,
  cancelReason: null,
  isRestZero: false,
  warnings: [],
  uncountedParts: [],
  items: [aCountLine()],
  ...fields,
});

/** Returns an entry of the inventory sheet: 4.2 kg of one item in one storage place. */
export const aCountEntry = (fields: Partial<CountEntry> = {}): CountEntry => ({
  key: "entry-key-1",
  stockItemId: 10,
  title: "Сыр",
  unit: "кг",
  place: "Склад",
  count: 4.2,
  at: 1000,
  ...fields,
});
