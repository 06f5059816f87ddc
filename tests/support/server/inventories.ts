import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import { multipartForm } from "./form.ts";
import { dishOf, givenOrder, lineOf, pathOf } from "./orders.ts";
import type { World } from "./testServer.ts";

type Inventory = Complete<Schemas["Inventory"]>;
type Which = Pick<Inventory, "id" | "version">;
type Entry = Schemas["InventoryEntrySave"];

let count = 0;
const CATEGORY = 1;

/** Returns the path parameters of a record of company 1. */
export const inCompany = (id: number) => ({ id, companyId: 1 });

/** Creates an inventory group of company 1. Throws if the server refuses the request. */
export const givenInventoryGroup = async (
  world: World,
  stockItemIds: readonly number[],
  more: Partial<Schemas["InventoryGroupSave"]> = {},
): Promise<Complete<Schemas["InventoryGroup"]>> => {
  const body = { name: `Группа подсчёта ${++count}`, stockItemIds: [...stockItemIds], ...more };
  const { status, text, json } = await world.ask("createInventoryGroup", { as: "manager", body });
  if (status !== 200) throw new Error(text);
  return json;
};

/** Starts an inventory of a new group with these items. Throws if the server refuses the request. */
export const givenInventory = async (
  world: World,
  stockItemIds: readonly number[],
  more: Partial<Schemas["InventoryGroupSave"]> = {},
): Promise<Inventory> => {
  const { id: groupId } = await givenInventoryGroup(world, stockItemIds, more);
  const { status, text, json } = await world.ask("createInventory", { as: "manager", body: { groupId } });
  if (status !== 200) throw new Error(text);
  return json;
};

/** Returns an entry that was counted just now. The amount null removes the count of the item in the storage place. */
export const entryOf = (stockItemId: number, amount: number | null, more: Partial<Entry> = {}): Entry => ({
  stockItemId,
  count: amount,
  ageMs: 0,
  ...more,
});

/** Sends entries as the manager. */
export const sendEntries = (world: World, { id }: Pick<Inventory, "id">, entries: Entry[], key?: string) =>
  world.ask("addInventoryEntries", {
    as: "manager",
    path: inCompany(id),
    body: { entries },
    ...(key !== undefined && { key }),
  });

/** Stores entries as the manager. Throws if the server refuses the entries. */
export const givenEntries = async (
  world: World,
  inventory: Pick<Inventory, "id">,
  ...entries: Entry[]
): Promise<Inventory> => {
  const { status, text, json } = await sendEntries(world, inventory, entries);
  if (status !== 200) throw new Error(text);
  return json;
};

/** Sends the review of an inventory as the manager. */
export const sendReview = (world: World, { id, version }: Which, body: Schemas["InventoryReview"] = {}) =>
  world.ask("reviewInventory", { as: "manager", path: inCompany(id), seen: version, body });

/** Reviews an inventory as the manager. Throws if the server refuses the review. */
export const givenReview = async (
  world: World,
  which: Which,
  body: Schemas["InventoryReview"] = {},
): Promise<Inventory> => {
  const { status, text, json } = await sendReview(world, which, body);
  if (status !== 200) throw new Error(text);
  return json;
};

/** Sends the approval of an inventory as the manager. */
export const sendApproval = (world: World, { id, version }: Which) =>
  world.ask("approveInventory", { as: "manager", path: inCompany(id), seen: version, body: {} });

/** Counts items of a new group, then reviews and approves the inventory. Throws if the server refuses a request. */
export const givenApprovedInventory = async (world: World, ...entries: Entry[]): Promise<Inventory> => {
  const inventory = await givenInventory(world, [...new Set(entries.map(({ stockItemId }) => stockItemId))]);
  await givenEntries(world, inventory, ...entries);
  const { status, text, json } = await sendApproval(world, await givenReview(world, inventory));
  if (status !== 200) throw new Error(text);
  return json;
};

/** Reads an inventory of company 1. */
export const readCount = async (world: World, { id }: Pick<Inventory, "id">): Promise<Inventory> =>
  (await world.ask("getInventory", { as: "manager", path: inCompany(id) })).json;

/** Returns the line of an item. Throws if the inventory has no such line. */
export const lineOfItem = ({ items }: Pick<Inventory, "items">, stockItemId: number): Inventory["items"][number] => {
  const line = items.find((item) => item.stockItemId === stockItemId);
  if (!line) throw new Error(`no line of item ${stockItemId}`);
  return line;
};

/**
 * Adds a manual stock operation. A positive quantity is a receipt, a negative quantity is an issue. Throws if the
 * server refuses the request.
 */
export const moveItem = async (world: World, stockItemId: number, amount: number): Promise<void> => {
  const body = {
    stockItemId,
    operationType: amount > 0 ? ("+" as const) : ("-" as const),
    count: Math.abs(amount),
    isIgnoreSubProcedure: true,
  };
  const { status, text } = await world.ask("createStockOperation", { as: "manager", path: { companyId: 1 }, body });
  if (status >= 300) throw new Error(text);
};

/** Stock operation that an inventory has written. */
export interface WrittenOperation {
  readonly stockItemId: number;
  readonly type: "+" | "-";
  readonly count: number;
  readonly amount: number;
  readonly date: Date;
  readonly packingListId: number | null;
}

/** Reads the operations of an inventory from the database. */
export const readOperations = async (
  { db }: World,
  { id }: Pick<Inventory, "id">,
): Promise<readonly WrittenOperation[]> => {
  const { rows } = await sql<WrittenOperation>`
    select stock_item_id as "stockItemId", operation_type as type, count::float8 as count, amount::float8 as amount, date,
      packing_list_id as "packingListId"
    from stock_operation where inventory_id = ${id} order by stock_item_id, id`.execute(db);
  return rows;
};

/**
 * Returns the balance of a stock item of company 1: movements minus reservations, computed from the ledger row by row.
 */
export const readLedgerBalance = async ({ db }: World, stockItemId: number): Promise<number> => {
  const { rows } = await sql<{ type: string; count: number }>`
    select operation_type as type, count::float8 as count from stock_operation
    where company_id = 1 and stock_item_id = ${stockItemId}`.execute(db);
  const sum = rows.reduce((total, { type, count: moved }) => total + (type === "+" ? moved : -moved), 0);
  return Math.round(sum * 100_000) / 100_000;
};

/** Creates a semi-finished item of company 1, and returns its id. Throws if the server refuses the request. */
export const newMadeItem = async (world: World, parts: readonly [stockItemId: number, count: number][]) => {
  const body = {
    companyId: 1,
    title: `Полуфабрикат подсчёта ${++count}`,
    unit: "кг",
    estimateCost: 0,
    parts: parts.map(([stockItemId, amount]) => ({ stockItemId, count: amount })),
  };
  const { status, text, json } = await world.ask("createStockItem", { as: "owner", body });
  if (status >= 300) throw new Error(text);
  return json.id;
};

/**
 * Creates a dish of company 1 from stock items. Returns functions that create, edit and move orders of this dish. All
 * these functions throw if the server refuses a request.
 */
export const givenDishOf = async (world: World, composition: readonly [stockItemId: number, count: number][]) => {
  const name = `Блюдо подсчёта ${++count}`;
  const { status, text } = await world.ask("createCompanyItem", {
    as: "owner",
    path: { companyId: 1 },
    raw: multipartForm({
      name,
      price: 100,
      categoriesId: [CATEGORY],
      composition: composition.map(([stockItemId, amount]) => ({ stockItemId, count: amount })),
    }),
  });
  if (status >= 300) throw new Error(text);
  const dish = await dishOf(world, name);
  const portionsOf = (portions: number) => ({ items: [lineOf(dish, { count: portions, categoryId: CATEGORY })] });
  return {
    /** Creates an order of some portions. */
    order: (portions: number, via = world, more: Partial<Schemas["OrderSave"]> = {}) =>
      givenOrder(via, { ...portionsOf(portions), ...more }),
    /** Changes the number of portions. */
    edit: async (order: { id: number; version: number }, portions: number, via = world) => {
      const body = { ...portionsOf(portions), phone: "+79160000001" };
      const answer = await via.ask("editOrder", { as: "operator", path: pathOf(order), seen: order.version, body });
      if (answer.status >= 300) throw new Error(answer.text);
      return answer.json;
    },
    /** Moves an order to a status. */
    move: async (order: { id: number }, orderStatusId: number, via = world) => {
      const body = { orderStatusId, orderStatusReason: "Гость передумал" };
      const answer = await via.ask("changeOrderStatus", { as: "owner", path: pathOf(order), body });
      if (answer.status >= 300) throw new Error(answer.text);
    },
  };
};
