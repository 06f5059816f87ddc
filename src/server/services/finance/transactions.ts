import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { parsePeriodOrToday } from "../shared/period.ts";

/** Transaction as the API returns it. */
export type Transaction = Schemas["FinanceTransaction"];

/** Filter of a list of transactions. Without days, the list covers today. */
interface TransactionQuery extends PageQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly financeSourceId?: number | undefined;
  readonly kind?: Schemas["FinanceKind"] | undefined;
  readonly categoryId?: number | undefined;
}

type Row = Omit<Transaction, "date"> & { readonly date: Date; readonly at: string };

const selectTransactions = sql`select t.id, t.date, t.kind, t.source_id as "financeSourceId", s.name as "financeSourceName",
    t.to_source_id as "toFinanceSourceId", x.name as "toFinanceSourceName", t.amount, t.category_id as "categoryId",
    c.name as "categoryName", t.comment, t.payment_id as "paymentId", o.id as "orderId",
    o.internal_id as "internalOrderId", t.packing_list_id as "packingListId",
    l.item_number as "packingListNumber", t.shift_id as "shiftId", t.to_shift_id as "toShiftId",
    t.reversal_of as "reversalOf", r.id is not null as "isReversed", u.alias as "employeeAlias",
    case when r.id is null then 1 else 2 end as version, t.date::text as at
  from finance_transaction t join finance_source s on s.id = t.source_id
  left join finance_source x on x.id = t.to_source_id left join finance_category c on c.id = t.category_id
  left join packing_list l on l.id = t.packing_list_id and l.company_id = t.company_id left join payment p on p.id = t.payment_id and p.company_id = t.company_id left join orders o on o.id = p.order_id and o.company_id = p.company_id
  left join finance_transaction r on r.reversal_of = t.id and r.company_id = t.company_id left join app_user u on u.id = t.user_id`;

const conditionOf = (companyId: number, zone: Zone, query: TransactionQuery): RawBuilder<unknown> => {
  const { start, end } = parsePeriodOrToday(query, zone, new Date());
  const { financeSourceId = null, kind = null, categoryId = null } = query;
  return sql`t.company_id = ${companyId}
    and t.date >= coalesce(${start ?? null}::timestamptz, '-infinity') and t.date < coalesce(${end ?? null}::timestamptz, 'infinity')
    and (${financeSourceId}::int is null or t.source_id = ${financeSourceId} or t.to_source_id = ${financeSourceId})
    and (${kind}::text is null or t.kind = ${kind}) and (${categoryId}::int is null or t.category_id = ${categoryId})`;
};

const toTransaction = <Found extends { readonly date: Date }>({ date, ...row }: Found) => ({
  ...row,
  date: date.toISOString(),
});

/**
 * Returns one page of a company's transactions in a period, the latest first. Throws `Invalid` for a malformed cursor
 * and for a period that ends before it starts.
 */
export const listTransactions = async (
  db: Db,
  companyId: number,
  zone: Zone,
  query: TransactionQuery,
): Promise<Schemas["FinanceTransactionPage"]> => {
  const cursor = readCursor(query.cursor);
  const { rows } = await sql<Row>`${selectTransactions} where ${conditionOf(companyId, zone, query)}
      and ${cursor ? sql`(t.date, t.id) < (${cursor.at}::timestamptz, ${cursor.id}::int)` : sql`true`}
    order by t.date desc, t.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return { rows: page.rows.map(toTransaction), next: page.next };
};

/**
 * Returns the number of a company's transactions in a period, and their totals by kind, roubles. Throws `Invalid` for a
 * period that ends before it starts.
 */
export const readTotals = async (
  db: Db,
  companyId: number,
  zone: Zone,
  query: TransactionQuery,
): Promise<Schemas["FinanceTotals"]> => {
  const { rows } = await sql<Schemas["FinanceTotals"]>`select count(*)::int as count,
      coalesce(sum(t.amount) filter (where t.kind = 'income'), 0) as income,
      coalesce(sum(t.amount) filter (where t.kind = 'expense'), 0) as expense,
      coalesce(sum(t.amount) filter (where t.kind = 'transfer'), 0) as transfer,
      coalesce(sum(t.amount) filter (where t.kind = 'correction'), 0) as correction
    from finance_transaction t where ${conditionOf(companyId, zone, query)}`.execute(db);
  return requireRow(rows[0]);
};

/** Reads a transaction of a company. Throws `NotFound` if the company has no transaction with this id. */
export const readTransaction = async (db: Db, companyId: number, id: number): Promise<Transaction> => {
  const { rows } = await sql<Row>`${selectTransactions} where t.company_id = ${companyId} and t.id = ${id}`.execute(db);
  const { at: _, ...row } = requireRow(rows[0], "Операция не найдена.");
  return toTransaction(row);
};
