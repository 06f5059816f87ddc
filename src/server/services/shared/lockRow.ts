import type { Db } from "../../database/connection.ts";

type LockedTable =
  | "cash_shift"
  | "delivery_trip"
  | "finance_transaction"
  | "inventory"
  | "inventory_group"
  | "operator_phone"
  | "packing_list"
  | "printer";

/** Locks a row of a company until the transaction ends. Does nothing if the company has no such row. */
export const lockRow = async (tx: Db, table: LockedTable, companyId: number, id: number): Promise<void> => {
  await tx
    .selectFrom(table)
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
};
