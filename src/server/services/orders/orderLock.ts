import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { requireRow, Stale } from "../shared/domainErrors.ts";
import { readOrderJson } from "./orderJson.ts";
import type { OrderKey } from "./orderKey.ts";

/** Order status with the flags that the rules for orders need. */
export interface StatusFlags {
  readonly id: number;
  readonly name: string;
  readonly isClosed: boolean;
  readonly isCancel: boolean;
  readonly isEditable: boolean;
  readonly isAddStockOperation: boolean;
  readonly isRequireReason: boolean;
  readonly isTechnical: boolean;
  readonly isRemoved: boolean;
}

/** SQL for the status `s` as a JSON object of the type `StatusFlags`. */
export const statusObjectSql = sql`json_build_object('id', s.id, 'name', s.name, 'isClosed', s.is_closed,
  'isCancel', s.is_cancel, 'isEditable', s.is_editable, 'isAddStockOperation', s.is_add_stock_operation,
  'isRequireReason', s.is_require_reason, 'isTechnical', s.is_technical, 'isRemoved', s.is_removed)`;

/** Order that this transaction has locked, with its current status. */
export interface LockedOrder {
  readonly id: number;
  readonly companyId: number;
  readonly internalId: number;
  readonly version: number;
  readonly amount: number;
  readonly operatorId: number | null;
  readonly status: StatusFlags;
  /** Reason that the user gave for the status, or null. */
  readonly statusReason: string | null;
}

/**
 * Payment sums of an order, roubles: `taken` of pending and completed payments, `completed` only of completed payments.
 * Refunded money is excluded, but money of a pending refund is included.
 */
export interface Paid {
  readonly taken: number;
  readonly completed: number;
}

/**
 * Locks an order of a company. Throws `NotFound` for an unknown order, or `Stale` with the current order when the
 * caller saw a different version.
 */
export const lockOrder = async (
  tx: Db,
  companyId: number,
  orderId: number,
  seen: number | undefined,
): Promise<LockedOrder> => {
  const { rows } = await sql<LockedOrder>`
    select o.id, o.company_id as "companyId", o.internal_id as "internalId", o.version, o.amount,
      o.operator_id as "operatorId", o.status_reason as "statusReason", (select ${statusObjectSql} from order_status s where s.id = o.status_id) as status
    from orders o
    where o.id = ${orderId} and o.company_id = ${companyId}
    for update of o`.execute(tx);
  const order = requireRow(rows[0], "Заказ не найден.");
  if (seen === undefined || seen === order.version) return order;
  const current: unknown = JSON.parse((await readOrderJson(tx, companyId, orderId)) ?? "null");
  throw new Stale("Заказ", { order: current });
};

/**
 * Sums the payments of a locked order. Must be called after the lock, so that payments of other transactions are
 * included.
 */
export const readPaid = async (tx: Db, order: OrderKey): Promise<Paid> => {
  const { rows } = await sql<Paid>`
    select coalesce(sum(amount - refunded_amount) filter (where status <> 'rejected'), 0) as taken,
      coalesce(sum(amount - refunded_amount) filter (where status = 'completed'), 0) as completed
    from payment where order_id = ${order.id} and company_id = ${order.companyId}`.execute(tx);
  return rows[0] ?? { taken: 0, completed: 0 };
};

/** Increments the version of an order, so that requests based on the previous version are refused. */
export const touchOrder = async (tx: Db, order: OrderKey): Promise<void> => {
  await tx
    .updateTable("orders")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .execute();
};
