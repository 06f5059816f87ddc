import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { type Correction, correctOperations, findInconsistentOrders, repriceOperations } from "./orderOperations.ts";
import { replayKnownCosts } from "./stockCosts.ts";
import { lockStock } from "./stockLock.ts";
import type { StockPeriod } from "./stockPeriod.ts";
import { requireOpenStock } from "./stockSettings.ts";

type Calculated = Complete<Schemas["StockCalculated"]>;

/**
 * Company and period of a recalculation, and the user who starts it. If `stockItemId` is set, only this stock item is
 * recalculated.
 */
export interface Calculation {
  readonly company: Pick<CompanyScope, "id" | "zone">;
  readonly operatorId: number;
  readonly period: StockPeriod;
  readonly stockItemId: number | undefined;
}

const LOCK = 1_400_014;
/** Number of orders per step. Small steps keep every query fast, even if PostgreSQL assumes wrong table sizes. */
const CHUNK = 100;
const NUMBER_TOO_LARGE = "22003";

const lockRecalculation = async (tx: Db, companyId: number): Promise<void> => {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}, ${companyId}) as "isLocked"`.execute(tx);
  if (!rows[0]?.isLocked) throw new Conflict("Склад этой компании уже пересчитывается. Подождите немного и повторите.");
};

/**
 * Returns the ids of the orders that are due or have stock operations in a period. Open orders come last, so that they
 * are locked for the shortest time.
 */
export const ordersOfCalculation = async (
  tx: Db,
  { company: { id: companyId }, period: { start, end } }: Calculation,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id, is_open from orders where company_id = ${companyId} and date >= ${start} and date < ${end}
    union
    select o.id, o.is_open from stock_operation x join orders o on o.id = x.order_id and o.company_id = x.company_id
    where x.company_id = ${companyId} and x.date >= ${start} and x.date < ${end}
    order by is_open, id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Locks the orders until the transaction ends, so that their statuses and lines cannot change. */
const lockOrders = async (tx: Db, companyId: number, orderIds: readonly number[]): Promise<void> => {
  await tx
    .selectFrom("orders")
    .select("id")
    .where("company_id", "=", companyId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...orderIds]))))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
};

/** Splits ids into chunks, see `CHUNK`. */
const chunksOf = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) => ids.slice(index * CHUNK, (index + 1) * CHUNK));

/**
 * Finds and locks the inconsistent orders. All writes lock the orders before the stock, so that no deadlock is
 * possible.
 */
const lockInconsistentOrders = async (
  tx: Db,
  companyId: number,
  orderIds: readonly number[],
  stockItemId: number | undefined,
): Promise<readonly number[]> => {
  const found: number[] = [];
  for (const chunk of chunksOf(orderIds)) {
    const ids = await findInconsistentOrders(tx, { companyId, orderIds: chunk, stockItemId });
    if (ids.length > 0) await lockOrders(tx, companyId, ids);
    found.push(...ids);
  }
  return found;
};

/** Corrects the locked orders in chunks. Returns all corrections. */
const correctOrders = async (tx: Db, ids: readonly number[], calculation: Calculation): Promise<Correction> => {
  const { company, stockItemId, operatorId } = calculation;
  const all: Correction[] = [];
  for (const orderIds of chunksOf(ids))
    all.push(await correctOperations(tx, { companyId: company.id, orderIds, stockItemId }, operatorId));
  const times = all.flatMap(({ since }) => since?.getTime() ?? []);
  return {
    added: all.flatMap(({ added }) => added),
    changed: all.flatMap(({ changed }) => changed),
    removed: all.flatMap(({ removed }) => removed),
    stockItemIds: [...new Set(all.flatMap(({ stockItemIds }) => stockItemIds))],
    since: times.length > 0 ? new Date(times.reduce((least, time) => Math.min(least, time))) : null,
  };
};

/** Corrects the orders, then the average costs, and then the amounts that depend on the average costs. */
const correctAll = async (tx: Db, calculation: Calculation): Promise<Calculated> => {
  const { company, stockItemId } = calculation;
  const orderIds = await ordersOfCalculation(tx, calculation);
  const ids = await lockInconsistentOrders(tx, company.id, orderIds, stockItemId);
  if (ids.length === 0) return { added: 0, changed: 0, removed: 0 };
  await lockStock(tx, company.id);
  const { added, changed, removed, stockItemIds, since } = await correctOrders(tx, ids, calculation);
  if (since) await replayKnownCosts(tx, { companyId: company.id, stockItemIds, since });
  const repriced = new Set(await repriceOperations(tx, company.id, orderIds, stockItemIds));
  for (const id of added) repriced.delete(id);
  for (const id of changed) repriced.add(id);
  return { added: added.length, changed: repriced.size, removed: removed.length };
};

/**
 * Recalculates the unlocked stock operations of the orders in `ordersOfCalculation` from the current recipes. Throws
 * `Conflict` while another recalculation for the same company is running, in a closed period, or if a recipe results in
 * a quantity that is too large to store.
 */
export const calculateStock = async (tx: Db, calculation: Calculation): Promise<Calculated> => {
  const { company, period } = calculation;
  await lockRecalculation(tx, company.id);
  await requireOpenStock(tx, company.id, period.start, company.zone);
  try {
    return await correctAll(tx, calculation);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw new Conflict("По составу блюд выходит слишком большое количество товара. Проверьте состав позиций меню.");
  }
};
