import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { Referenced } from "./configFields.ts";

const tables: Readonly<Record<Referenced, readonly [table: string, name: string]>> = {
  orderStatus: ["order_status", "name"],
  category: ["category", "name"],
  item: ["item", "name"],
  stockItem: ["stock_item", "title"],
  paymentMethod: ["payment_method", "name"],
  externalPaymentMethod: ["external_payment_method", "name"],
  financeSource: ["finance_source", "name"],
  printer: ["printer", "name"],
  role: ["role", "name"],
  company: ["company", "name"],
  companyGroup: ["company_group", "name"],
};

/** Ids of the records to name, by kind. */
export type WantedNames = ReadonlyMap<Referenced, ReadonlySet<number>>;

/** Returns the name of a record, or its id, for example "№ 5", if the record does not exist any more. */
export type NameOf = (kind: Referenced, id: number) => string;

/** Reads the current names of records, also of removed ones, in one query. */
export const readNames = async (db: Db, wanted: WantedNames): Promise<NameOf> => {
  const parts = [...wanted].map(([kind, ids]) => {
    const [table, name] = tables[kind];
    return sql`select ${kind}::text as kind, id, ${sql.ref(name)} as name from ${sql.table(table)}
      where id = any(${[...ids]}::int[])`;
  });
  const { rows } =
    parts.length === 0
      ? { rows: [] }
      : await sql<{ kind: Referenced; id: number; name: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => names.get(`${kind} ${id}`) ?? `№ ${id}`;
};
