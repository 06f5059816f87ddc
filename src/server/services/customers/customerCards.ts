import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { normalizePhone, stripPhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, likePattern, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { customerAddressesSql } from "./customers.ts";

type Card = Schemas["CustomerCard"];
type Row = Schemas["CustomerRow"];

/** Query of the customer list. */
export interface CustomerQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly risk?: Row["risk"] | undefined;
}

/** SQL for the number, the total, and the first and last dates of the customer's uncancelled orders. */
const ordersOfCustomer = sql`lateral (
  select count(*)::int as count, coalesce(sum(o.amount), 0) as total, min(o.date) as first, max(o.date) as last
  from orders o join order_status s on s.id = o.status_id and not s.is_cancel where o.customer_id = c.id) t`;

/** Returns the SQL condition of a search by name or by at least three digits of the phone number. */
const isFoundSql = (search: string | undefined) => {
  const text = search?.trim() ?? "";
  if (text === "") return sql`true`;
  const digits = stripPhone(normalizePhone(text)).replace(/^\+/, "");
  const byName = sql`lower(c.alias) like ${likePattern(text)}`;
  return /^\d{3,}$/.test(digits) ? sql`(${byName} or c.phone like ${`%${digits}%`})` : byName;
};

/**
 * Returns a page of a company's customers, the newest first. Limits the page before it sums the orders, so that a
 * search over many customers stays fast.
 */
export const readCustomerPage = async (
  db: Db,
  companyId: number,
  query: CustomerQuery,
): Promise<Schemas["CustomerPage"]> => {
  const cursor = readCursor(query.cursor);
  const { rows } = await sql<Omit<Row, "lastOrderDate"> & { lastOrderDate: Date | null; at: string }>`
    select c.id, c.alias, c.phone, c.risk, t.count as "orderCount", t.total as "totalPay", t.last as "lastOrderDate",
      '-infinity' as at
    from (
      select id, alias, phone, risk from customer c
      where company_id = ${companyId} and ${isFoundSql(query.search)}
        and ${query.risk === undefined ? sql`true` : sql`risk = ${query.risk}`}
        and ${cursor === undefined ? sql`true` : sql`id < ${Number(cursor.id)}`}
      order by id desc limit ${rowLimit(query)}) c, ${ordersOfCustomer}
    order by c.id desc`.execute(db);
  const page = cutPage(rows, query);
  return {
    next: page.next,
    rows: page.rows.map((row) => ({ ...row, lastOrderDate: row.lastOrderDate?.toISOString() ?? null })),
  };
};

/** Reads the card of a customer. Throws `NotFound`. */
export const readCustomerCard = async (db: Db, companyId: number, id: number): Promise<Card> => {
  const { rows } = await sql<Omit<Card, "firstOrderDate"> & { firstOrderDate: Date | null }>`
    select c.id, c.company_id as "companyId", c.alias, c.phone, c.note, c.risk, c.risk_reason as "riskReason", c.version,
      t.count as "orderCount", t.total as "totalPay", t.first as "firstOrderDate",
      case when t.count = 0 then 0 else round(t.total / t.count, 2) end as "avaragePay",
      ${customerAddressesSql} as addresses,
      coalesce((
        select json_agg(json_build_object('id', l.id, 'internalId', l.internal_id, 'date', l.date, 'amount', l.amount,
          'statusName', l.name, 'isCanceled', l.is_cancel) order by l.date desc, l.id desc)
        from (select o.id, o.internal_id, o.date, o.amount, s.name, s.is_cancel
          from orders o join order_status s on s.id = o.status_id where o.customer_id = c.id
          order by o.date desc, o.id desc limit 20) l), '[]'::json) as "lastOrders"
    from customer c, ${ordersOfCustomer}
    where c.company_id = ${companyId} and c.id = ${id}`.execute(db);
  const card = requireRow(rows[0], "Клиент не найден.");
  return { ...card, firstOrderDate: card.firstOrderDate?.toISOString() ?? null };
};

/**
 * Updates the name, note and risk of a customer. Throws `Stale` if the caller saw another version, and `Invalid` for a
 * risk without a reason.
 */
export const updateCustomerCard = async (
  tx: Db,
  companyId: number,
  { id, seen }: VersionedId,
  save: Schemas["CustomerSave"],
): Promise<Card> => {
  await tx
    .selectFrom("customer")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
  checkVersion(await readCustomerCard(tx, companyId, id), seen);
  const reason = save.riskReason?.trim() || null;
  if (save.risk !== "none" && reason === null) throw invalidFields({ riskReason: "Укажите причину." });
  await tx
    .updateTable("customer")
    .set((eb) => ({
      alias: save.alias?.trim() || null,
      note: save.note?.trim() || null,
      risk: save.risk,
      risk_reason: save.risk === "none" ? null : reason,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  return readCustomerCard(tx, companyId, id);
};
