import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { correctOperations, findInconsistentOrders } from "./orderOperations.ts";
import type { StockPeriod } from "./stockPeriod.ts";

type Calculated = Schemas["StockCalculated"];

/** Which operations are made anew, and by whom. */
export interface Calculation {
  readonly companyId: number;
  readonly operatorId: number;
  readonly period: StockPeriod;
  readonly stockItemId: number | undefined;
}

const LOCK = 1_400_014;
/** So few orders at a time that every plan is quick, whatever the planner thinks of their sizes. */
const CHUNK = 100;
const NUMBER_TOO_LARGE = "22003";

const beAlone = async (tx: Db, companyId: number): Promise<void> => {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}, ${companyId}) as "isAlone"`.execute(tx);
  if (!rows[0]?.isAlone) throw new Conflict("Склад этой компании уже пересчитывается. Подождите немного и повторите.");
};

/** The orders of a period, the open ones last, so that those who work with them wait least. */
const ordersOf = async (tx: Db, { companyId, period: { start, end } }: Calculation): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id, is_open from orders where company_id = ${companyId} and date >= ${start} and date < ${end}
    union
    select o.id, o.is_open from stock_operation x join orders o on o.id = x.order_id
    where x.company_id = ${companyId} and x.date >= ${start} and x.date < ${end}
    order by is_open, id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Whoever changes the status or the lines of an order holds its row: what is read after the lock stays true until the end. */
const hold = async (tx: Db, orderIds: readonly number[]): Promise<void> => {
  await tx
    .selectFrom("orders")
    .select("id")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...orderIds]))))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
};

const mendChunk = async (tx: Db, chunk: readonly number[], asked: Calculation): Promise<Calculated> => {
  const { stockItemId, operatorId } = asked;
  const orderIds = await findInconsistentOrders(tx, { orderIds: chunk, stockItemId });
  if (orderIds.length === 0) return { added: 0, changed: 0, removed: 0 };
  await hold(tx, orderIds);
  return correctOperations(tx, { orderIds, stockItemId }, operatorId);
};

const mendAll = async (tx: Db, asked: Calculation): Promise<Calculated> => {
  const ids = await ordersOf(tx, asked);
  const total = { added: 0, changed: 0, removed: 0 };
  for (let from = 0; from < ids.length; from += CHUNK) {
    const { added, changed, removed } = await mendChunk(tx, ids.slice(from, from + CHUNK), asked);
    total.added += added;
    total.changed += changed;
    total.removed += removed;
  }
  return total;
};

/** Makes the operations of the orders of a period anew from the compositions as they are now; locked ones stay. Throws `Conflict` while another recalculation of the company is at work. */
export const calculateStock = async (tx: Db, asked: Calculation): Promise<Calculated> => {
  await beAlone(tx, asked.companyId);
  try {
    return await mendAll(tx, asked);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw new Conflict("По составу блюд выходит слишком большое количество товара. Проверьте состав позиций меню.");
  }
};
