import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import type { World } from "./testServer.ts";

type Act = Complete<Schemas["StockAct"]>;
type Save = Schemas["StockActSave"];
type Which = Pick<Act, "id" | "version">;

/** Lines of a stock act as pairs of a stock item and a quantity. */
export type ActLines = readonly [stockItemId: number, count: number][];

/** Returns the body of a write-off because of spoilage. */
export const writeOffOf = (lines: ActLines, more: Partial<Save> = {}): Save => ({
  kind: "writeOff",
  reason: "spoilage",
  items: lines.map(([stockItemId, count]) => ({ stockItemId, count })),
  ...more,
});

/** Returns the body of a production act. */
export const productionOf = (lines: ActLines, more: Partial<Save> = {}): Save => ({
  kind: "production",
  items: lines.map(([stockItemId, count]) => ({ stockItemId, count })),
  ...more,
});

/** Sends the draft of a stock act as the manager. */
export const sendAct = (world: World, body: Save) => world.ask("createStockAct", { as: "manager", body });

/** Creates the draft of a stock act as the manager. Throws if the server refuses the draft. */
export const givenAct = async (world: World, body: Save): Promise<Act> => {
  const { status, text, json } = await sendAct(world, body);
  if (status !== 200) throw new Error(text);
  return json;
};

/** Sends the approval of a stock act as the manager. */
export const approveAct = (world: World, { id, version }: Which, body: Schemas["StockActAction"] = {}) =>
  world.ask("approveStockAct", { as: "manager", path: { id, companyId: 1 }, seen: version, body });

/** Sends the reversal of a stock act as the manager. */
export const reverseAct = (world: World, { id, version }: Which, body: Schemas["StockActAction"] = {}) =>
  world.ask("reverseStockAct", { as: "manager", path: { id, companyId: 1 }, seen: version, body });

/** Creates and approves a stock act. Balances may fall below zero. Throws if the server refuses a request. */
export const givenApprovedAct = async (world: World, body: Save): Promise<Act> => {
  const { status, text, json } = await approveAct(world, await givenAct(world, body), { isBelowZeroAllowed: true });
  if (status !== 200) throw new Error(text);
  return json;
};

/** Stock operation that a stock act has written. */
export interface ActOperation {
  readonly stockItemId: number;
  readonly type: "+" | "-";
  readonly count: number;
  readonly amount: number;
  readonly price: number | null;
  readonly isReversal: boolean;
}

/** Reads the operations of a stock act from the database, the first written one first. */
export const readActOperations = async ({ db }: World, { id }: Pick<Act, "id">): Promise<readonly ActOperation[]> => {
  const { rows } = await sql<ActOperation>`
    select stock_item_id as "stockItemId", operation_type as type, count::float8 as count, amount::float8 as amount,
      price::float8 as price, reversal_of is not null as "isReversal"
    from stock_operation where stock_act_id = ${id} order by id`.execute(db);
  return rows;
};
