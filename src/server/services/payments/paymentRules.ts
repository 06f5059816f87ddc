import { sql } from "kysely";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { LockedOrder } from "../orders/orderLock.ts";
import { readPaid } from "../orders/orderLock.ts";
import { Conflict, type FieldErrors, Invalid, requireRow } from "../shared/domainErrors.ts";

/** Payment method, with the name and the settings of its provider if the method is external. */
export interface Method {
  readonly id: number;
  readonly name: string;
  readonly provider: string | null;
  /** Id of the external payment method, which holds the credentials for the provider. Null for a manual method. */
  readonly externalMethodId: number | null;
  readonly settings: unknown;
}

/** Payment with the data that the payment rules need. */
export interface StoredPayment {
  readonly id: number;
  readonly orderId: number;
  readonly companyId: number;
  readonly methodId: number;
  readonly amount: number;
  /** Sum of the completed refunds, roubles. */
  readonly refundedAmount: number;
  readonly status: "pending" | "completed" | "rejected";
  readonly methodName: string;
  readonly provider: string | null;
  readonly settings: unknown;
  readonly externalKey: string | null;
  readonly externalId: string | null;
  readonly externalUrl: string | null;
  /** Path of the status page of the guest's order if the guest has requested the invoice, otherwise null. */
  readonly guestPath: string | null;
  readonly createdAt: Date;
}

/** Reads the active payment methods with these ids. Omits payment methods of other companies. */
export const readMethods = async (tx: Db, companyId: number, ids: readonly number[]): Promise<Map<number, Method>> => {
  const { rows } = await sql<Method>`
    select m.id, m.name, e.provider, e.id as "externalMethodId", e.settings from payment_method m
    left join external_payment_method e on e.id = m.external_payment_method_id
    where m.company_id = ${companyId} and not m.is_removed and m.id = any(${ids}::int[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Reads the active external payment methods of a company, in the sequence that the company has chosen. */
export const readExternalMethods = async (db: Db, companyId: number): Promise<readonly Method[]> => {
  const { rows } = await sql<Method>`
    select m.id, m.name, e.provider, e.id as "externalMethodId", e.settings from payment_method m
    join external_payment_method e on e.id = m.external_payment_method_id
    where m.company_id = ${companyId} and not m.is_removed order by m.sort, m.id`.execute(db);
  return rows;
};

/**
 * Throws `Invalid` for an amount with more than two decimal places. `fieldOf` returns the field name for the index of
 * an amount.
 */
export const checkAmounts = (amounts: readonly number[], fieldOf: (index: number) => string): void => {
  const errors: FieldErrors = {};
  for (const [index, amount] of amounts.entries())
    if (roundMoney(amount) !== amount) errors[fieldOf(index)] = "Не больше двух знаков после запятой.";
  if (Object.keys(errors).length > 0) throw new Invalid("Сумма указывается с точностью до копейки.", errors);
};

/**
 * Throws `Conflict` when the order accepts no payments or the amount exceeds the amount due. The caller must hold the
 * order lock.
 */
export const checkDebt = async (tx: Db, order: LockedOrder, amount: number): Promise<void> => {
  if (order.status.isClosed) throw new Conflict("Заказ закрыт, оплату принять нельзя.");
  if (order.status.isCancel) throw new Conflict("Заказ отменён, оплату принять нельзя.");
  const { taken } = await readPaid(tx, order);
  const due = roundMoney(order.amount - taken);
  if (roundMoney(amount) > due)
    throw new Conflict(`Сумма больше остатка: к оплате осталось ${formatMoney(Math.max(0, due))}`);
};

const fields = sql`p.id, p.order_id as "orderId", p.company_id as "companyId", p.payment_method_id as "methodId",
  p.amount, p.status, m.name as "methodName",
  p.provider, (select settings from external_payment_method e where e.id = p.external_payment_method_id) as settings,
  p.external_key as "externalKey", p.external_id as "externalId", p.external_url as "externalUrl",
  case when p.operator_id is null then (select '/shop/' || s.slug || '/order/' || g.token from shop_order g
    join shop s on s.company_id = g.company_id where g.order_id = p.order_id and g.company_id = p.company_id) end as "guestPath",
  p.refunded_amount as "refundedAmount", p.creation_date as "createdAt"`;

/** Reads a payment of an order. Throws `NotFound` for any other payment. */
export const readPayment = async (
  db: Db,
  ref: { companyId: number; orderId: number; paymentId: number },
): Promise<StoredPayment> => {
  const { rows } = await sql<StoredPayment>`
    select ${fields} from payment p join payment_method m on m.id = p.payment_method_id
    where p.id = ${ref.paymentId} and p.order_id = ${ref.orderId} and p.company_id = ${ref.companyId}`.execute(db);
  return requireRow(rows[0], "Оплата не найдена.");
};

/**
 * Finds an external payment by its external key, or an unrejected one by the idempotency key of the request. Returns
 * undefined if there is none. The user id is null for the request of a guest.
 */
export const findExternalPayment = async (
  db: Db,
  by:
    | { companyId: number; orderId: number; userId: number | null; requestKey: string }
    | { companyId?: number; externalKey: string },
): Promise<StoredPayment | undefined> => {
  const condition =
    "externalKey" in by
      ? sql`p.external_key = ${by.externalKey}::uuid${by.companyId === undefined ? sql`` : sql` and p.company_id = ${by.companyId}`}`
      : sql`p.company_id = ${by.companyId} and p.order_id = ${by.orderId} and p.operator_id is not distinct from ${by.userId}::int and p.request_key = ${by.requestKey}
          and p.provider is not null and p.status <> 'rejected'`;
  const { rows } = await sql<StoredPayment>`
    select ${fields} from payment p join payment_method m on m.id = p.payment_method_id where ${condition}`.execute(db);
  return rows[0];
};

/**
 * Finds the latest invoice that a user issued for an order, regardless of its status. Returns undefined if there is
 * none.
 */
export const findLatestInvoice = async (
  db: Db,
  by: { companyId: number; orderId: number; userId: number },
): Promise<StoredPayment | undefined> => {
  const { rows } = await sql<StoredPayment>`
    select ${fields} from payment p join payment_method m on m.id = p.payment_method_id
    where p.company_id = ${by.companyId} and p.order_id = ${by.orderId} and p.operator_id = ${by.userId}
      and p.provider is not null order by p.id desc limit 1`.execute(db);
  return rows[0];
};
