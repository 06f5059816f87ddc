import { type RawBuilder, sql } from "kysely";
import { orderStatuses } from "../../configuration/orderStatuses.ts";
import { placeStatuses } from "../placeStatuses.ts";
import { type CopyCount, type Copying, checkEntryLimit, sharedFieldsSql } from "./copying.ts";

type DirectoryTable = "order_status" | "payment_method" | "tag" | "discount";

/**
 * Returns SQL that is true if the target company already has a counterpart of the source company's entry `s`. A
 * counterpart has the same name or, for a discount, the same promo code.
 */
const isPresentSql = ({ toId }: Copying, table: DirectoryTable): RawBuilder<unknown> => sql`exists (
  select 1 from ${sql.table(table)} t where t.company_id = ${toId} and not t.is_removed
    and (lower(t.name) = lower(s.name) ${table === "discount" ? sql`or t.promo_code = s.promo_code` : sql``}))`;

/** Returns the SQL condition for the entries `s` of the source company that the target company lacks. */
export const isMissingSql = (copying: Copying, table: DirectoryTable): RawBuilder<unknown> =>
  sql`s.company_id = ${copying.fromId} and not s.is_removed and not ${isPresentSql(copying, table)}`;

/**
 * Returns the SQL for the sort number of an added entry `s`. Added entries follow the existing entries of the target
 * company.
 */
export const nextSortSql = ({ toId }: Copying, table: DirectoryTable): RawBuilder<unknown> =>
  sql`(select coalesce(max(t.sort), 0) from ${sql.table(table)} t where t.company_id = ${toId} and not t.is_removed)
    + row_number() over (order by s.sort, s.id)`;

/**
 * Counts all entries of the source company, and the entries that the target company already has. Throws the error of
 * `checkEntryLimit`.
 */
export const countBefore = async (
  copying: Copying,
  table: DirectoryTable,
): Promise<{ readonly total: number; readonly existing: number }> => {
  const { rows } = await sql<{ total: number; existing: number }>`
    select count(*)::int as total, (count(*) filter (where ${isPresentSql(copying, table)}))::int as existing
    from ${sql.table(table)} s where s.company_id = ${copying.fromId} and not s.is_removed`.execute(copying.tx);
  const counts = rows[0] ?? { total: 0, existing: 0 };
  checkEntryLimit(counts.total);
  return counts;
};

interface Added {
  readonly name: string;
}

const insertMissing = async (
  copying: Copying,
  kind: CopyCount["kind"],
  table: DirectoryTable,
  insert: RawBuilder<Added>,
): Promise<{ readonly count: CopyCount; readonly added: readonly Added[] }> => {
  const { total, existing } = await countBefore(copying, table);
  const { rows: added } = await insert.execute(copying.tx);
  return {
    count: { kind, added: added.length, existing, unresolved: total - existing - added.length },
    added,
  };
};

/**
 * Copies the order statuses. Each added status is placed after the status that precedes it in the source company.
 * Throws the error of `checkEntryLimit`.
 */
export const copyStatuses = async (copying: Copying): Promise<CopyCount> => {
  const { tx, fromId, toId } = copying;
  const { count, added } = await insertMissing(
    copying,
    "orderStatus",
    "order_status",
    sql`insert into order_status (company_id, name, color, sort, is_editable, is_closed, is_cancel,
        is_add_stock_operation, is_require_reason, is_technical, custom_field)
      select ${toId}::int, s.name, s.color, ${nextSortSql(copying, "order_status")}, s.is_editable, s.is_closed,
        s.is_cancel, s.is_add_stock_operation, s.is_require_reason, s.is_technical,
        ${sharedFieldsSql(copying, "orderStatus", "s")}
      from order_status s where ${isMissingSql(copying, "order_status")} returning name`,
  );
  if (added.length > 0) await placeStatuses(tx, toId, await orderStatuses.inUse(tx, fromId), added);
  return count;
};

/** Copies the missing tags to the end of the target company's list. Throws the error of `checkEntryLimit`. */
export const copyTags = async (copying: Copying): Promise<CopyCount> => {
  const { count } = await insertMissing(
    copying,
    "tag",
    "tag",
    sql`insert into tag (company_id, name, color, sort)
      select ${copying.toId}::int, s.name, s.color, ${nextSortSql(copying, "tag")}
      from tag s where ${isMissingSql(copying, "tag")} returning name`,
  );
  return count;
};

/**
 * Copies the payment methods. Each copy gets a finance source of the same kind and an external method of the same
 * provider in the target company, preferably of the same name. A payment method is omitted if the target company has no
 * external method of its provider. Throws the error of `checkEntryLimit`.
 */
export const copyPaymentMethods = async (copying: Copying): Promise<CopyCount> => {
  const { toId } = copying;
  const { count } = await insertMissing(
    copying,
    "paymentMethod",
    "payment_method",
    sql`insert into payment_method (company_id, name, finance_source_id, external_payment_method_id, sort, is_cash)
      select ${toId}::int, s.name,
        (select t.id from finance_source t where t.company_id = ${toId} and not t.is_removed and t.kind = f.kind
          order by lower(t.name) = lower(f.name) desc, t.id limit 1),
        x.id, ${nextSortSql(copying, "payment_method")}, s.is_cash
      from payment_method s left join finance_source f on f.id = s.finance_source_id
        left join external_payment_method e on e.id = s.external_payment_method_id
        left join lateral (select t.id from external_payment_method t
          where t.company_id = ${toId} and not t.is_removed and t.provider = e.provider
          order by lower(t.name) = lower(e.name) desc, t.id limit 1) x on true
      where ${isMissingSql(copying, "payment_method")} and (e.id is null or x.id is not null) returning name`,
  );
  return count;
};
