import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import type { World } from "./testServer.ts";

type List = Complete<Schemas["PackingList"]>;
type Save = Schemas["PackingListSave"];

let count = 0;

/**
 * Creates a stock item of company 1 with an estimated cost, roubles, and returns its id. Throws if the server refuses
 * the request.
 */
export const newStockItem = async (world: World, estimateCost = 100, title = `Товар накладной ${++count}`) => {
  const body = { companyId: 1, title, unit: "кг", estimateCost };
  const { status, text, json } = await world.ask("createStockItem", { as: "owner", body });
  if (status >= 300) throw new Error(text);
  return json.id;
};

/** Returns the time that was `hours` hours ago, in the ISO 8601 format. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Returns a line without VAT. */
export const packingLine = (stockItemId: number, amount: number, price: number): Schemas["PackingListLineSave"] => ({
  stockItemId,
  count: amount,
  price,
});

/** Sends a draft of supplier 1 as the manager. */
export const sendDraft = (world: World, items: Save["items"], more: Partial<Save> = {}) =>
  world.ask("createPackingList", { as: "manager", body: { supplierId: 1, items, ...more } });

/** Creates a draft of supplier 1. Throws if the server refuses the draft. */
export const givenDraft = async (world: World, items: Save["items"], more: Partial<Save> = {}): Promise<List> => {
  const { status, text, json } = await sendDraft(world, items, more);
  if (status !== 200) throw new Error(text);
  return json;
};

type Which = Pick<List, "id" | "version">;

/** Sends the approval of a list as the manager. */
export const approveList = (world: World, { id, version }: Which, body: Schemas["PackingListAction"] = {}) =>
  world.ask("approvePackingList", { as: "manager", path: { id, companyId: 1 }, seen: version, body });

/** Sends the reversal of a list as the manager. */
export const reverseList = (world: World, { id, version }: Which, body: Schemas["PackingListAction"] = {}) =>
  world.ask("reversePackingList", { as: "manager", path: { id, companyId: 1 }, seen: version, body });

/**
 * Creates and approves a packing list of supplier 1. Stock balances may fall below zero. Throws if the server refuses a
 * request.
 */
export const givenApproved = async (world: World, items: Save["items"], more: Partial<Save> = {}): Promise<List> => {
  const { status, text, json } = await approveList(world, await givenDraft(world, items, more), {
    isBelowZeroAllowed: true,
  });
  if (status !== 200) throw new Error(text);
  return json;
};

/** Current cost and quantity of a stock item of company 1, with the history of its costs. */
export interface StoredCost {
  readonly average: number | null;
  readonly onHand: number;
  readonly history: readonly { onHand: number; average: number; revaluation: number }[];
}

/** Reads the costs of a stock item of company 1 from the database. */
export const readStoredCost = async ({ db }: World, stockItemId: number): Promise<StoredCost> => {
  const { rows } = await sql<StoredCost>`select
    (select average_cost::float8 from stock_cost where company_id = 1 and stock_item_id = ${stockItemId}) as average,
    (select coalesce(sum(case operation_type when '+' then count else -count end), 0)::float8 from stock_operation
      where company_id = 1 and stock_item_id = ${stockItemId} and is_processed) as "onHand",
    coalesce((select json_agg(json_build_object('onHand', on_hand::float8, 'average', average_cost::float8,
        'revaluation', revaluation::float8) order by date, document_order)
      from stock_cost_history where company_id = 1 and stock_item_id = ${stockItemId}), '[]') as history`.execute(db);
  return rows[0] ?? { average: null, onHand: 0, history: [] };
};

/**
 * Returns a function that takes the title of a stock item of company 1, and returns the current cost of one unit of
 * this item, roubles. The cost of an unknown item is `NaN`.
 */
export const readUnitCosts = async (world: World): Promise<(title: string) => number> => {
  const { json } = await world.ask("listPackingListItems", { as: "owner", path: { companyId: 1 } });
  return (title) => json.find((item) => item.title === title)?.averageCost ?? Number.NaN;
};
