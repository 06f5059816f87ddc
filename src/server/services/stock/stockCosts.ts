import { type RawBuilder, sql } from "kysely";
import { type LedgerRow, type LedgerStep, replayLedger } from "#domain/movingAverage.ts";
import type { Db } from "../../database/connection.ts";
import { onHandSql, signedCountSql } from "./stockList.ts";

/** Returns the SQL for the current cost of one unit of the stock item `t` in a company, roubles. */
export const unitCostSql = (companyId: RawBuilder<unknown>) => sql`coalesce(
  (select c.average_cost from stock_cost c where c.company_id = ${companyId} and c.stock_item_id = t.id), t.estimate_cost)`;

/** Returns the SQL for the cost of one unit of the stock item `t` in a company at an earlier time, roubles. */
export const unitCostAtSql = (companyId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`coalesce(
  (select h.average_cost from stock_cost_history h where h.company_id = ${companyId} and h.stock_item_id = t.id
    and h.date <= ${at} order by h.date desc, h.document_order desc limit 1),
  (select c.opening_cost from stock_cost c where c.company_id = ${companyId} and c.stock_item_id = t.id), t.estimate_cost)`;

/**
 * SQL for the position of the operation `o` among receipts at the same time: packing lists by id, then transfers by the
 * ids of their operations, then acts by id. The times of the approvals do not affect the position.
 */
const documentOrderSql = sql`coalesce(o.packing_list_id, 4294967296 + o.stock_act_id, 2147483648 + o.id)`;

/** Sets the costs of closed orders to the sums of their operations. Orders without operations keep their costs. */
export const updateOrderCosts = async (tx: Db, companyId: number, orderIds: readonly number[]): Promise<void> => {
  await sql`update orders o set cost = x.amount
    from (select order_id, sum(amount) as amount, bool_and(is_processed) as "isProcessed" from stock_operation
      where company_id = ${companyId} and order_id = any(${[...orderIds]}::int[]) group by order_id) x
    where o.company_id = ${companyId} and o.id = x.order_id and x."isProcessed" and o.cost <> x.amount`.execute(tx);
};

/** Stock items of a company whose costs are recalculated from the time `since`. */
interface Replay {
  readonly companyId: number;
  readonly stockItemIds: readonly number[];
  readonly since: Date;
}

interface Start {
  readonly stockItemId: number;
  readonly onHand: number;
  readonly averageCost: number;
}

/**
 * Stores the current cost of each item as its opening cost, unless the item already has an opening cost. Later changes
 * of the estimated cost then do not affect the opening cost.
 */
const keepOpeningCosts = async (tx: Db, { companyId, stockItemIds }: Replay): Promise<void> => {
  await sql`insert into stock_cost (company_id, stock_item_id, average_cost, opening_cost)
    select ${companyId}, t.id, ${unitCostSql(sql`${companyId}`)}, ${unitCostSql(sql`${companyId}`)}
    from stock_item t where t.id = any(${[...stockItemIds]}::int[])
    on conflict (company_id, stock_item_id) do update set opening_cost = stock_cost.average_cost
      where stock_cost.opening_cost is null`.execute(tx);
};

/**
 * Reads the quantities and costs of the items just before `since`: the result of the last earlier receipt and the
 * movements after it. Without an earlier receipt, the movements since `since` are subtracted from the quantity on hand.
 */
const readStarts = async (tx: Db, { companyId, stockItemIds, since }: Replay): Promise<readonly Start[]> => {
  const { rows } = await sql<Start>`
    select c.stock_item_id as "stockItemId", coalesce(h.average_cost, c.opening_cost) as "averageCost",
      case when h.date is null
        then ${onHandSql(sql`${companyId}`, sql`c.stock_item_id`)} - coalesce((select sum(${signedCountSql}) from stock_operation x
          where x.company_id = ${companyId} and x.stock_item_id = c.stock_item_id and x.is_processed and x.date >= ${since}), 0)
        else h.after + coalesce((select sum(${signedCountSql}) from stock_operation x
          where x.company_id = ${companyId} and x.stock_item_id = c.stock_item_id and x.is_processed and x.price is null
            and x.date >= h.date and x.date < ${since}), 0) end as "onHand"
    from stock_cost c
    left join lateral (
      select h.average_cost, h.date, h.on_hand + o.count as after
      from stock_cost_history h join stock_operation o on o.id = h.operation_id and o.company_id = h.company_id
      where h.company_id = ${companyId} and h.stock_item_id = c.stock_item_id and h.date < ${since}
      order by h.date desc, h.document_order desc limit 1) h on true
    where c.company_id = ${companyId} and c.stock_item_id = any(${[...stockItemIds]}::int[])`.execute(tx);
  return rows;
};

interface Receipt {
  readonly id: number;
  readonly stockItemId: number;
  readonly date: Date;
  readonly count: number;
  readonly price: number;
  readonly document: number;
  readonly line: number | null;
  /** Sum of the movements without a price between the previous receipt and this receipt. */
  readonly moved: number;
}

/** Reads the receipts since `since` that are not reversed, with the movements between these receipts. */
const readReceipts = async (tx: Db, { companyId, stockItemIds, since }: Replay): Promise<readonly Receipt[]> => {
  const { rows } = await sql<Receipt>`
    with receipt as (
      select o.id, o.stock_item_id, o.date, o.count, o.price, ${documentOrderSql} as document, o.packing_list_line_id,
        lag(o.date) over (partition by o.stock_item_id order by o.date, ${documentOrderSql}) as previous
      from stock_operation o
      where o.company_id = ${companyId} and o.stock_item_id = any(${[...stockItemIds]}::int[]) and o.price is not null
        and o.reversal_of is null and o.date >= ${since}
        and not exists (select 1 from stock_operation r where r.company_id = ${companyId} and r.reversal_of = o.id))
    select r.id, r.stock_item_id as "stockItemId", r.date, r.count, r.price, r.document, r.packing_list_line_id as line,
      coalesce((select sum(${signedCountSql}) from stock_operation x
        where x.company_id = ${companyId} and x.stock_item_id = r.stock_item_id and x.is_processed and x.price is null
          and x.date >= coalesce(r.previous, ${since}) and x.date < r.date), 0) as moved
    from receipt r order by r.stock_item_id, r.date, r.document`.execute(tx);
  return rows;
};

/**
 * Time between a receipt and the ledger row before it, which sums the movements since the previous receipt, ms.
 * Operations have times in whole milliseconds, so no operation has the time of this row.
 */
const JUST_BEFORE = 0.5;

const ledgerOf = (receipts: readonly Receipt[]): LedgerRow[] =>
  receipts.flatMap(({ id, date, count, price, document, line, moved }) => [
    ...(moved === 0 ? [] : [{ id: -id, at: date.getTime() - JUST_BEFORE, count: moved }]),
    { id, at: date.getTime(), count, price, document, ...(line !== null && { line }) },
  ]);

const writeHistory = async (tx: Db, replay: Replay, steps: readonly LedgerStep[]): Promise<void> => {
  const { companyId, stockItemIds, since } = replay;
  await sql`delete from stock_cost_history where company_id = ${companyId}
    and stock_item_id = any(${[...stockItemIds]}::int[]) and date >= ${since}`.execute(tx);
  const rows = JSON.stringify(
    steps.map(({ row, before, averageCost, revaluation }) => ({
      id: row.id,
      onHand: before.onHand,
      averageCost,
      revaluation,
    })),
  );
  await sql`insert into stock_cost_history (operation_id, company_id, stock_item_id, date, packing_list_id, document_order,
      on_hand, average_cost, revaluation)
    select o.id, o.company_id, o.stock_item_id, o.date, o.packing_list_id, ${documentOrderSql}, r."onHand", r."averageCost",
      r.revaluation
    from jsonb_to_recordset(${rows}::jsonb) as r(id int, "onHand" numeric, "averageCost" numeric, revaluation numeric)
    join stock_operation o on o.id = r.id and o.company_id = ${companyId}`.execute(tx);
};

/**
 * Writes the current costs from the last rows of the history, or deletes them for an item without history, so that its
 * estimated cost applies. Produced goods and goods that return from a transfer do not set the last price, because they
 * are not purchases.
 */
const writeCurrent = async (tx: Db, { companyId, stockItemIds }: Replay): Promise<void> => {
  await sql`delete from stock_cost c where c.company_id = ${companyId} and c.stock_item_id = any(${[...stockItemIds]}::int[])
    and not exists (select 1 from stock_cost_history h
      where h.company_id = c.company_id and h.stock_item_id = c.stock_item_id)`.execute(tx);
  const historyOf = sql`h.company_id = c.company_id and h.stock_item_id = c.stock_item_id`;
  await sql`update stock_cost c set
      average_cost = (select h.average_cost from stock_cost_history h where ${historyOf}
        order by h.date desc, h.document_order desc limit 1),
      last_price = (select coalesce(round(l.amount / l.count, 8), o.price)
        from stock_cost_history h join stock_operation o on o.id = h.operation_id and o.company_id = h.company_id
        left join packing_list_line l on l.id = o.packing_list_line_id and l.company_id = o.company_id
        left join transfer_list d on d.id = o.transfer_list_id
        where ${historyOf} and o.stock_act_id is null and d.company_id is distinct from h.company_id
        order by h.date desc, h.document_order desc limit 1)
    where c.company_id = ${companyId} and c.stock_item_id = any(${[...stockItemIds]}::int[])`.execute(tx);
};

/**
 * Recalculates the costs of the semi-finished items in `stockItemIds`, and of all items that contain them, in the given
 * companies. An item with receipts keeps its average cost, and the items that contain it use this cost.
 */
export const updateMadeCosts = async (
  tx: Db,
  companyIds: readonly number[],
  stockItemIds: readonly number[],
): Promise<void> => {
  const touched = sql`touched(id) as (
      select unnest(${[...stockItemIds]}::int[])
      union select p.stock_item_id from touched u join stock_item_part p on p.part_id = u.id)`;
  const hasOwnCost = sql`exists (select 1 from stock_cost x
      where x.company_id = r.company_id and x.stock_item_id = r.id and x.opening_cost is not null)`;
  await sql`with recursive ${touched}
    delete from stock_cost c using touched u where c.stock_item_id = u.id and c.opening_cost is null
      and c.company_id = any(${[...companyIds]}::int[])`.execute(tx);
  await sql`
    with recursive ${touched},
    part(company_id, made_id, id, count) as (
      select k.id, p.stock_item_id, p.part_id, p.count::numeric from touched u
      join stock_item_part p on p.stock_item_id = u.id cross join (select unnest(${[...companyIds]}::int[]) as id) k
      union all
      select r.company_id, r.made_id, p.part_id, r.count * p.count
      from part r join stock_item_part p on p.stock_item_id = r.id where not ${hasOwnCost}),
    cost as (
      select r.company_id, r.made_id, round(sum(r.count * coalesce(c.average_cost, t.estimate_cost)), 8) as cost
      from part r join stock_item t on t.id = r.id
      left join stock_cost c on c.company_id = r.company_id and c.stock_item_id = r.id and c.opening_cost is not null
      where ${hasOwnCost} or not exists (select 1 from stock_item_part p where p.stock_item_id = r.id)
      group by r.company_id, r.made_id having count(c.stock_item_id) > 0)
    insert into stock_cost (company_id, stock_item_id, average_cost) select company_id, made_id, cost from cost
    on conflict (company_id, stock_item_id) do nothing`.execute(tx);
};

/**
 * Recalculates the costs of stock items from the ledger, starting at `since`, but not the amounts of past issues
 * (areas, section 1). The caller must hold the stock lock of the company.
 */
export const replayCosts = async (tx: Db, replay: Replay): Promise<void> => {
  if (replay.stockItemIds.length === 0) return;
  await keepOpeningCosts(tx, replay);
  const starts = await readStarts(tx, replay);
  const receipts = await readReceipts(tx, replay);
  const steps = starts.flatMap(({ stockItemId, ...start }) =>
    replayLedger(start, ledgerOf(receipts.filter((receipt) => receipt.stockItemId === stockItemId))),
  );
  await writeHistory(tx, replay, steps);
  await writeCurrent(tx, replay);
  await updateMadeCosts(tx, [replay.companyId], replay.stockItemIds);
};

/**
 * Recalculates costs as `replayCosts` does, but only for items with an opening cost. Items that no stock document has
 * changed have none.
 */
export const replayKnownCosts = async (tx: Db, replay: Replay): Promise<void> => {
  const rows = await tx
    .selectFrom("stock_cost")
    .select("stock_item_id as id")
    .where("company_id", "=", replay.companyId)
    .where("opening_cost", "is not", null)
    .where((eb) => eb("stock_item_id", "=", eb.fn.any(eb.val(replay.stockItemIds))))
    .execute();
  await replayCosts(tx, { ...replay, stockItemIds: rows.map(({ id }) => id) });
};
