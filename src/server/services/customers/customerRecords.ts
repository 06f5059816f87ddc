import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { requireRow } from "../shared/domainErrors.ts";

interface Member {
  readonly id: number;
  readonly phone: string;
}

/** Returns a customer card and the cards that are merged into it. Throws `NotFound` for an unknown card. */
const readMembers = async (db: Db, companyId: number, id: number): Promise<readonly Member[]> => {
  const rows = await db
    .selectFrom("customer")
    .select(["id", "phone"])
    .where("company_id", "=", companyId)
    .where((eb) => eb.or({ id, merged_into_id: id }))
    .execute();
  requireRow(
    rows.find((row) => row.id === id),
    "Клиент не найден.",
  );
  return rows;
};

/**
 * Returns a page of the orders of a customer, the latest first; for each card, an index supplies at most one page, so
 * that a long history need not be sorted. Throws `NotFound` for an unknown card, and `Invalid` for a malformed cursor.
 */
export const readCustomerOrders = async (
  db: Db,
  companyId: number,
  id: number,
  query: PageQuery,
): Promise<Schemas["CustomerOrderPage"]> => {
  const ids = (await readMembers(db, companyId, id)).map((member) => member.id);
  const cursor = readCursor(query.cursor);
  const isBefore = cursor ? sql`(o.date, o.id) < (${cursor.at}::timestamptz, ${Number(cursor.id)}::int)` : sql`true`;
  const { rows } = await sql<Omit<Schemas["CustomerCardOrder"], "date"> & { date: Date; at: string }>`
    select l.id, l.internal_id as "internalId", l.date, l.amount, s.name as "statusName", s.is_cancel as "isCanceled", l.date::text as at
    from unnest(${ids}::int[]) member(id), lateral (
      select o.id, o.internal_id, o.date, o.amount, o.status_id from orders o where o.company_id = ${companyId} and o.customer_id = member.id and ${isBefore}
      order by o.date desc, o.id desc limit ${rowLimit(query)}) l
    join order_status s on s.id = l.status_id
    order by l.date desc, l.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return { next: page.next, rows: page.rows.map((row) => ({ ...row, date: row.date.toISOString() })) };
};

interface CallRow extends Omit<Schemas["CustomerCall"], "startRing" | "call" | "endCall"> {
  readonly startRing: Date;
  readonly call: Date | null;
  readonly endCall: Date | null;
  readonly at: string;
}

/**
 * Returns a page of the calls from the phones of a customer, the latest first. Throws `NotFound` for an unknown card,
 * and `Invalid` for a malformed cursor.
 */
export const readCustomerCalls = async (
  db: Db,
  companyId: number,
  id: number,
  query: PageQuery,
): Promise<Schemas["CustomerCallPage"]> => {
  const phones = (await readMembers(db, companyId, id)).map((member) => member.phone);
  const cursor = readCursor(query.cursor);
  const isBefore = cursor
    ? sql`(k.start_ring, k.id) < (${cursor.at}::timestamptz, ${Number(cursor.id)}::int)`
    : sql`true`;
  const { rows } = await sql<CallRow>`
    select l.id, l.number, l.start_ring as "startRing", l.call, l.end_call as "endCall",
      coalesce(p.name, p.number) as "operatorPhoneName", o.id as "orderId", o.internal_id as "orderInternalId", l.start_ring::text as at
    from unnest(${phones}::text[]) member(phone), lateral (
      select k.* from operator_phone_call k where k.company_id = ${companyId} and k.number = member.phone and ${isBefore}
      order by k.start_ring desc, k.id desc limit ${rowLimit(query)}) l
    join operator_phone p on p.id = l.operator_phone_id
    left join lateral (select id, internal_id from orders where company_id = ${companyId} and operator_phone_call_id = l.id order by id desc limit 1) o on true
    order by l.start_ring desc, l.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return {
    next: page.next,
    rows: page.rows.map(({ startRing, call, endCall, ...row }) => ({
      ...row,
      startRing: startRing.toISOString(),
      call: call?.toISOString() ?? null,
      endCall: endCall?.toISOString() ?? null,
    })),
  };
};
