import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import type { World } from "./testServer.ts";

type Transfer = Complete<Schemas["TransferList"]>;
type Save = Schemas["TransferListSave"];
type Result = Schemas["TransferAcceptanceLine"];
type Which = Pick<Transfer, "id" | "version">;

/**
 * Users who work with the stock of the demo companies. Companies 1 and 2 share a group, company 3 has its own
 * catalogue.
 */
const USERS: Readonly<Record<number, string>> = { 1: "manager", 2: "admin", 3: "owner2" };

/** Returns the name of the user who works with the stock of a company, or `admin` for an unknown company. */
export const stockUserOf = (companyId: number): string => USERS[companyId] ?? "admin";

let count = 0;

/**
 * Creates a stock item of company group 1, or of a company, with an estimated cost in roubles. Returns its id. Throws
 * if the server refuses the request.
 */
export const newTransferItem = async (
  world: World,
  owner: { companyId: number } | { companyGroupId: number } = { companyGroupId: 1 },
  { estimateCost = 100, unit = "кг", title = `Товар перемещения ${++count}` } = {},
): Promise<number> => {
  const { status, text, json } = await world.ask("createStockItem", {
    as: "companyId" in owner ? stockUserOf(owner.companyId) : "admin",
    body: { ...owner, title, unit, estimateCost },
  });
  if (status >= 300) throw new Error(text);
  return json.id;
};

/** Adds a manual stock operation in a company. Throws if the server refuses the operation. */
export const moveStock = async (
  world: World,
  companyId: number,
  stockItemId: number,
  amount: number,
  operationType: "+" | "-" = "+",
): Promise<void> => {
  const body = { stockItemId, operationType, count: amount, isIgnoreSubProcedure: true };
  const { status, text } = await world.ask("createStockOperation", {
    as: stockUserOf(companyId),
    path: { companyId },
    body,
  });
  if (status >= 300) throw new Error(text);
};

/** Requests the creation of a draft from company 1 to company 2. `companyId` and `more` can set different companies. */
export const saveTransfer = (world: World, items: Save["items"], more: Partial<Save> = {}, companyId = 1) =>
  world.ask("createTransferList", {
    as: stockUserOf(companyId),
    path: { companyId },
    body: { toCompanyId: companyId === 1 ? 2 : 1, items, ...more },
  });

export const givenTransferDraft = async (
  world: World,
  items: Save["items"],
  more: Partial<Save> = {},
  companyId = 1,
): Promise<Transfer> => {
  const { status, text, json } = await saveTransfer(world, items, more, companyId);
  if (status !== 200) throw new Error(text);
  return json;
};

/** Options of an action on a transfer: the acting company, and the user who sends the request. */
interface Acting {
  readonly companyId?: number;
  readonly as?: string;
}

const actingOf = ({ id, version }: Which, companyId: number, as = stockUserOf(companyId)) => ({
  as,
  path: { id, companyId },
  seen: version,
});

/** Requests the sending of a draft by company 1. */
export const sendTransfer = (
  world: World,
  which: Which,
  { companyId = 1, as, ...body }: Acting & Schemas["TransferSending"] = {},
) => world.ask("sendTransferList", { ...actingOf(which, companyId, as), body });

/** Requests the recall of a transfer by company 1. */
export const recallTransfer = (world: World, which: Which, { companyId = 1, as }: Acting = {}) =>
  world.ask("recallTransferList", actingOf(which, companyId, as));

/** Refuses a transfer as the receiving company, by default company 2. */
export const refuseTransfer = (
  world: World,
  which: Which,
  { companyId = 2, as }: Acting = {},
  reason = "Не заказывали",
) => world.ask("refuseTransferList", { ...actingOf(which, companyId, as), body: { reason } });

/** Accepts a transfer as the receiving company, by default company 2. */
export const acceptTransfer = (world: World, which: Which, items: Result[], { companyId = 2, as }: Acting = {}) =>
  world.ask("approveTransferList", { ...actingOf(which, companyId, as), body: { items } });

/**
 * Returns results that accept the sent quantity of each line. The lost and refused quantities in `more`, for the line
 * in the same position, are subtracted from the accepted quantity.
 */
export const allAccepted = ({ items }: Transfer, ...more: readonly Partial<Result>[]): Result[] =>
  items.map(({ id, count: sent }, index) => {
    const { lostCount = 0, refusedCount = 0 } = more[index] ?? {};
    const acceptedCount = Math.round((sent - lostCount - refusedCount) * 1e5) / 1e5;
    return { id, acceptedCount, lostCount, refusedCount, ...more[index] };
  });

/** Creates and sends a transfer. Balances may fall below zero. Throws if the server refuses a request. */
export const givenSent = async (
  world: World,
  items: Save["items"],
  more: Partial<Save> = {},
  companyId = 1,
): Promise<Transfer> => {
  const draft = await givenTransferDraft(world, items, more, companyId);
  const { status, text, json } = await sendTransfer(world, draft, { companyId, isBelowZeroAllowed: true });
  if (status !== 200) throw new Error(text);
  return json;
};

/** Ledger row of a transfer. */
export interface TransferOperation {
  readonly companyId: number;
  readonly item: number;
  readonly type: string;
  readonly count: number;
  readonly amount: number;
  readonly price: number | null;
}

/** Reads the processed and locked stock operations of a transfer, the first written one first. */
export const readTransferOperations = async ({ db }: World, id: number): Promise<readonly TransferOperation[]> => {
  const { rows } = await sql<TransferOperation>`
    select company_id as "companyId", stock_item_id as item, operation_type as type, count::float8 as count,
      amount::float8 as amount, price::float8 as price
    from stock_operation where transfer_list_id = ${id} and is_processed and is_locked order by id`.execute(db);
  return rows;
};

interface RawRow {
  readonly count: number;
  readonly price: number | null;
}

/** Cost and quantity of a stock item, stored or computed. */
interface ItemCost {
  readonly average: number | null;
  readonly onHand: number;
}

/**
 * Computes the moving average and the quantity on hand of a stock item from the raw rows of its ledger, without
 * reversed operations and their reversals. The average is null if no operation has a price.
 */
const recompute = async ({ db }: World, companyId: number, item: number, opening: number): Promise<ItemCost> => {
  const { rows } = await sql<RawRow>`
    select (case operation_type when '+' then count else -count end)::float8 as count, price::float8 as price
    from stock_operation o where company_id = ${companyId} and stock_item_id = ${item} and is_processed
      and reversal_of is null and not exists (select 1 from stock_operation r where r.reversal_of = o.id)
    order by date, price is null, packing_list_id nulls last, id`.execute(db);
  let average = opening;
  let onHand = 0;
  for (const { count: moved, price } of rows) {
    if (price !== null) average = onHand > 0 ? (onHand * average + moved * price) / (onHand + moved) : price;
    average = Math.round(average * 1e8) / 1e8;
    onHand = Math.round((onHand + moved) * 1e5) / 1e5;
  }
  return { average: rows.some(({ price }) => price !== null) ? average : null, onHand };
};

const readStored = async ({ db }: World, companyId: number, item: number): Promise<ItemCost> => {
  const { rows } = await sql<ItemCost>`select
    (select average_cost::float8 from stock_cost where company_id = ${companyId} and stock_item_id = ${item}) as average,
    (select coalesce(sum(case operation_type when '+' then count else -count end), 0)::float8 from stock_operation
      where company_id = ${companyId} and stock_item_id = ${item} and is_processed) as "onHand"`.execute(db);
  return rows[0] ?? { average: null, onHand: 0 };
};

/**
 * Returns the stored and the recomputed average cost of a stock item, rounded to 6 decimals, and both quantities on
 * hand. `opening` is the cost before the first receipt, roubles.
 */
export const costsOf = async (
  world: World,
  companyId: number,
  item: number,
  opening = 100,
): Promise<{ readonly stored: ItemCost; readonly recomputed: ItemCost }> => {
  const rounded = ({ average, onHand }: ItemCost): ItemCost => ({
    average: average === null ? null : Math.round(average * 1e6) / 1e6,
    onHand,
  });
  return {
    stored: rounded(await readStored(world, companyId, item)),
    recomputed: rounded(await recompute(world, companyId, item, opening)),
  };
};

/**
 * Returns the lines of transfers with stock operations that contradict the state of the transfer, or the accepted, lost
 * and refused quantities of the line. A single statement reads all rows as of the same moment.
 */
export const findUnbalancedLines = async ({ db }: World): Promise<readonly unknown[]> => {
  const { rows } = await sql`
    select l.id, d.state, l.count, o.* from transfer_line l join transfer_list d on d.id = l.transfer_list_id
    cross join lateral (select
      coalesce(sum(x.count) filter (where x.company_id = d.company_id and x.operation_type = '-'), 0) as out,
      coalesce(sum(x.count) filter (where x.company_id = d.company_id and x.operation_type = '+'), 0) as back,
      coalesce(sum(x.count) filter (where x.company_id = d.to_company_id and x.operation_type = '+'), 0) as received,
      coalesce(sum(x.count) filter (where x.company_id = d.to_company_id and x.operation_type = '-'), 0) as lost
      from stock_operation x where x.transfer_line_id = l.id and x.is_processed) o
    where (o.out, o.back, o.received, o.lost, l.accepted_count + l.lost_count + l.refused_count) is distinct from
      case d.state
        when 'draft' then row(0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric)
        when 'sent' then row(l.count, 0::numeric, 0::numeric, 0::numeric, 0::numeric)
        when 'accepted' then row(l.count, l.refused_count,
          l.accepted_count + case d.loss_on when 'recipient' then l.lost_count else 0 end,
          case d.loss_on when 'recipient' then l.lost_count else 0::numeric end, l.count)
        else row(l.count, l.count, 0::numeric, 0::numeric, l.count) end`.execute(db);
  return rows;
};
