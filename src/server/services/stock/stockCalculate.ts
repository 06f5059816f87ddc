import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { correctOperations, findInconsistentOrders } from "./orderOperations.ts";
import type { StockPeriod } from "./stockPeriod.ts";

type Calculated = Complete<Schemas["StockCalculated"]>;

/** Company, period and stock items of a recalculation, and the operator who starts it. */
export interface Calculation {
  readonly companyId: number;
  readonly operatorId: number;
  readonly period: StockPeriod;
  readonly stockItemId: number | undefined;
}

const LOCK = 1_400_014;
/** Number of orders per step. Small steps keep every query fast, even when PostgreSQL assumes wrong table sizes. */
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
const ordersOf = async (tx: Db, { companyId, period: { start, end } }: Calculation): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id, is_open from orders where company_id = ${companyId} and date >= ${start} and date < ${end}
    union
    select o.id, o.is_open from stock_operation x join orders o on o.id = x.order_id
    where x.company_id = ${companyId} and x.date >= ${start} and x.date < ${end}
    order by is_open, id`.execute(tx);
  return rows.map(({ id }) => id);
};

/**
 * Locks the orders until the transaction ends. A change of their statuses or lines needs the same lock and therefore
 * waits.
 */
const lockOrders = async (tx: Db, orderIds: readonly number[]): Promise<void> => {
  await tx
    .selectFrom("orders")
    .select("id")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...orderIds]))))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
};

const correctChunk = async (tx: Db, chunk: readonly number[], calculation: Calculation): Promise<Calculated> => {
  const { stockItemId, operatorId } = calculation;
  const orderIds = await findInconsistentOrders(tx, { orderIds: chunk, stockItemId });
  if (orderIds.length === 0) return { added: 0, changed: 0, removed: 0 };
  await lockOrders(tx, orderIds);
  return correctOperations(tx, { orderIds, stockItemId }, operatorId);
};

const correctAll = async (tx: Db, calculation: Calculation): Promise<Calculated> => {
  const ids = await ordersOf(tx, calculation);
  const total = { added: 0, changed: 0, removed: 0 };
  for (let from = 0; from < ids.length; from += CHUNK) {
    const { added, changed, removed } = await correctChunk(tx, ids.slice(from, from + CHUNK), calculation);
    total.added += added;
    total.changed += changed;
    total.removed += removed;
  }
  return total;
};

/**
 * Recalculates the unlocked stock operations of a period from the current recipes. Throws `Conflict` while another
 * recalculation for the same company is running.
 */
export const calculateStock = async (tx: Db, calculation: Calculation): Promise<Calculated> => {
  await lockRecalculation(tx, calculation.companyId);
  try {
    return await correctAll(tx, calculation);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw new Conflict("По составу блюд выходит слишком большое количество товара. Проверьте состав позиций меню.");
  }
};
