import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { Database } from "../../database/schema.d.ts";
import { inTransaction } from "../../database/transaction.ts";
import { isFileUsed } from "../files/files.ts";
import { DEVICE_DAYS } from "../session/devices.ts";
import { SESSION_DAYS } from "../session/sessions.ts";
import { deleteBatch, deleteOld, type RetentionRule } from "../shared/deleteOld.ts";

type TableName = keyof Database;

/**
 * All rules of deletion by age, as described in `OPERATIONS.md`. A table precedes the tables to which it refers, so
 * that a cascade deletes few rows.
 */
export const RETENTION: readonly RetentionRule[] = [
  { table: "event", time: "at", age: "1 hour" },
  { table: "status_undo", time: "until", age: "1 minute" },
  { table: "feedback_attempt", time: "at", age: "1 hour" },
  { table: "shop_attempt", time: "at", age: "1 hour" },
  { table: "login_attempt", time: "at", age: "1 day" },
  { table: "override_attempt", time: "at", age: "1 day" },
  { table: "order_viewer", time: "seen_at", age: "1 day" },
  { table: "courier_position", time: "at", age: "1 day" },
  { table: "late_notice", time: "due", age: "2 days" },
  { table: "file", time: "created_at", age: "1 day", where: sql`not ${isFileUsed}`, batch: 50 },
  { table: "idempotency_key", time: "touched_at", age: "7 days" },
  { table: "override_request", time: "created_at", age: "7 days" },
  { table: "password_link", time: "expires_at", age: "7 days" },
  { table: "feedback_link", time: "expires_at", age: "7 days" },
  { table: "notification", time: "date", age: "7 days", where: sql`t.is_read` },
  { table: "notification", time: "date", age: "30 days" },
  // Reuse of a rotated refresh token reveals a theft. Rotated tokens are therefore kept for as long as an unused session
  // lasts.
  { table: "refresh_token", time: "rotated_at", age: `${SESSION_DAYS} days` },
  // Even a revoked session is kept until 7 days after its expiry. By then the rule above has deleted its rotated
  // tokens (up to 8,640), so the cascade deletes only one token.
  { table: "session", time: "expires_at", age: "7 days" },
  { table: "user_device", time: "last_used_at", age: `${DEVICE_DAYS} days` },
  { table: "metric", time: "date", age: "90 days" },
  { table: "error_log", time: "date", age: "90 days" },
  { table: "error_group", time: "last_date", age: "90 days" },
  { table: "config_change", time: "at", age: "3 years" },
  // The latest printed job of a company is kept. Without it, `readFirstSteps` would report the printer step as not
  // completed.
  {
    table: "print_job",
    time: "created_at",
    age: "180 days",
    where: sql`(t.status <> 'printed' or exists (select from print_job l
      where l.company_id = t.company_id and l.status = 'printed' and l.id > t.id))`,
  },
];

/**
 * Tables that grow with the business and are never cleaned: orders with their deliveries and reviews, money, stock,
 * customers, calls, questions to the support, granted overrides and print duties. They are not partitioned, because
 * lists read them through indexes of the company or the order.
 */
export const KEPT: readonly TableName[] = [
  "orders",
  "order_line",
  "order_history",
  "order_day",
  "shop_order",
  "kitchen_line",
  "delivery_trip",
  "delivery_stop",
  "guest_review",
  "feedback_thread",
  "feedback_message",
  "payment",
  "payment_refund",
  "sandbox_invoice",
  "sandbox_refund",
  "cash_shift",
  "finance_transaction",
  "stock_operation",
  "stock_cost_history",
  "earlier_reservation",
  "packing_list",
  "packing_list_line",
  "stock_act",
  "stock_act_line",
  "transfer_list",
  "transfer_line",
  "inventory",
  "inventory_line",
  "inventory_entry",
  "customer",
  "customer_address",
  "customer_merge",
  "customer_search",
  "operator_phone_call",
  "override_grant",
  "print_duty",
];

/**
 * Tables of directories, settings and current states. Their size depends on the number of companies, users and entries.
 */
export const BOUNDED: readonly TableName[] = [
  "app_user",
  "category",
  "company",
  "company_group",
  "company_invitation",
  "company_user",
  "courier_duty",
  "custom_field",
  "delivery_settings",
  "delivery_zone",
  "discount",
  "external_payment_method",
  "finance_category",
  "finance_settings",
  "finance_source",
  "hidden_stock_item",
  "inventory_group",
  "inventory_group_item",
  "item",
  "item_category",
  "item_composition",
  "item_modificator",
  "item_price",
  "item_stop",
  "kitchen_settings",
  "kitchen_station",
  "module_configuration",
  "operator_phone",
  "order_status",
  "override_pin",
  "payment_method",
  "print_info",
  "printer",
  "recovery_code",
  "role",
  "setting",
  "shop",
  "shop_category",
  "stock_balance",
  "stock_cost",
  "stock_item",
  "stock_item_pack",
  "stock_item_part",
  "stock_minimum",
  "stock_settings",
  "supplier",
  "tag",
  "two_factor",
  "user_setting",
  "user_view",
];

/** Advisory lock of the process that deletes a batch. */
const CLEANUP_LOCK = 4_001_002;
/** Deletes a batch as `deleteBatch` does. Does nothing and returns undefined while another process deletes a batch. */
const deleteBatchAlone = (db: Db, rule: RetentionRule, size: number): Promise<number | undefined> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${CLEANUP_LOCK}) as "isOurs"`.execute(tx);
    return rows[0]?.isOurs ? deleteBatch(tx, rule, size) : undefined;
  });

/**
 * Applies all retention rules. Stops if another process deletes a batch, because one of several simultaneous processes
 * is enough to apply all rules.
 */
export const deleteOutdated = async (db: Db): Promise<void> => {
  for (const rule of RETENTION) if ((await deleteOld(db, rule, deleteBatchAlone)) === undefined) return;
};
