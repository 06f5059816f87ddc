import { sql } from "kysely";
import type { Db } from "#server/database/connection.ts";

/** Order line as the database stores it. */
interface RawLine {
  readonly itemId: number;
  readonly categoryId: number;
  readonly count: number;
  readonly amount: number;
  readonly discount: number;
  readonly modificators: readonly { readonly amount: number }[];
}

/** Payment as the database stores it. */
export interface RawPayment {
  readonly methodId: number;
  readonly amount: number;
  readonly status: string;
  readonly completed: Date | null;
  readonly refunds: readonly { readonly amount: number; readonly at: Date }[];
}

/** Order with its lines and payments as the database stores it. */
export interface RawOrder {
  readonly id: number;
  readonly date: Date;
  readonly statusId: number;
  readonly isClosed: boolean;
  readonly isCanceled: boolean;
  readonly amount: number;
  readonly discount: number;
  readonly cost: number;
  readonly discountId: number | null;
  readonly operatorId: number | null;
  readonly employeeId: number | null;
  readonly reason: string | null;
  readonly callId: number | null;
  readonly lines: readonly RawLine[];
  readonly payments: readonly RawPayment[];
}

/** Phone call as the database stores it. */
interface RawCall {
  readonly id: number;
  readonly phoneId: number;
  readonly rung: Date;
  readonly answered: Date | null;
}

/** All stored orders and calls of a company. */
export interface RawData {
  readonly orders: readonly RawOrder[];
  readonly calls: readonly RawCall[];
}

type Owned<Row> = Row & { readonly orderId: number };

/** Reads all orders and calls of a company from the database. */
export const readRawData = async (db: Db, companyId: number): Promise<RawData> => {
  const { rows: orders } = await sql<Omit<RawOrder, "lines" | "payments">>`
    select o.id, o.date, o.status_id as "statusId", o.amount, o.discount_amount as discount, o.cost,
      o.discount_id as "discountId", o.operator_id as "operatorId", o.status_employee_id as "employeeId",
      o.status_reason as reason, o.operator_phone_call_id as "callId",
      (select is_closed from order_status where id = o.status_id) as "isClosed",
      (select is_cancel from order_status where id = o.status_id) as "isCanceled"
    from orders o where company_id = ${companyId}`.execute(db);
  const { rows: lines } = await sql<Owned<RawLine>>`
    select order_id as "orderId", item_id as "itemId", category_id as "categoryId", count, amount, discount_value as discount,
      modificators from order_line where order_id in (select id from orders where company_id = ${companyId})`.execute(
    db,
  );
  const { rows: payments } = await sql<Owned<Omit<RawPayment, "refunds">> & { id: number }>`
    select id, order_id as "orderId", payment_method_id as "methodId", amount, status, completed_date as completed
    from payment where company_id = ${companyId}`.execute(db);
  const { rows: refunds } = await sql<RawPayment["refunds"][number] & { paymentId: number }>`
    select payment_id as "paymentId", amount, completed_date as at from payment_refund
    where company_id = ${companyId} and state = 'completed'`.execute(db);
  const { rows: calls } = await sql<RawCall>`
    select id, operator_phone_id as "phoneId", start_ring as rung, call as answered
    from operator_phone_call where company_id = ${companyId}`.execute(db);
  return {
    calls,
    orders: orders.map((order) => ({
      ...order,
      lines: lines.filter(({ orderId }) => orderId === order.id),
      payments: payments
        .filter(({ orderId }) => orderId === order.id)
        .map((payment) => ({ ...payment, refunds: refunds.filter(({ paymentId }) => paymentId === payment.id) })),
    })),
  };
};
