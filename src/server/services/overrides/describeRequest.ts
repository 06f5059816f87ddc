import { sql } from "kysely";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { truncateText } from "../shared/truncateText.ts";

/** Parameters and body of a refused request. */
export interface RequestParts {
  readonly companyId: number;
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Numbers, names and amounts of the records in a request, for the description that the manager reads. */
interface Named {
  number: number | null;
  amount: number | null;
  payment: string | null;
  paid: number | null;
  isPaymentPending: boolean | null;
  status: string | null;
  dish: string | null;
  shift: number | null;
  source: string | null;
  discount: string | null;
}

const MAX_SUMMARY = 300;

const idIn = (values: Readonly<Record<string, unknown>>, name: string): number => {
  const id = Number(values[name]);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : 0;
};

const readNamed = async (db: Db, { companyId, params, body }: RequestParts): Promise<Named | undefined> => {
  const order = idIn(params, "orderId");
  const { rows } = await sql<Named>`
    select o.internal_id as number, o.amount, m.name as payment, p.amount - p.refunded_amount as paid,
      p.status = 'pending' as "isPaymentPending", s.name as status, i.name as dish,
      f.number as shift, n.name as source, d.name as discount
    from (select 1) one
      left join orders o on o.id = ${order} and o.company_id = ${companyId}
      left join payment p on p.id = ${idIn(params, "paymentId")} and p.order_id = o.id and p.company_id = o.company_id
      left join payment_method m on m.id = p.payment_method_id
      left join order_status s on s.id = ${idIn(body, "orderStatusId")} and s.company_id = ${companyId}
      left join item i on i.id = ${idIn(params, "itemId")} and (i.company_id = ${companyId}
        or i.company_group_id = (select company_group_id from company where id = ${companyId}))
      left join cash_shift f on f.id = ${idIn(params, "id")} and f.company_id = ${companyId}
      left join finance_source n on n.id = coalesce(f.source_id, ${idIn(body, "financeSourceId")}) and n.company_id = ${companyId}
      left join discount d on d.id = ${idIn(body, "discountId")} and d.company_id = ${companyId}`.execute(db);
  return rows[0];
};

const paymentOf = ({ payment, paid }: Named): string =>
  payment === null ? "" : ` ${formatMoney(paid ?? 0)} (${payment})`;

/** Returns the Russian description of a refund, or of the rejection of a pending payment. */
const refundOf = (named: Named, body: RequestParts["body"]): string => {
  const { amount, lines } = body;
  if (named.isPaymentPending) return `отклонить оплату${paymentOf(named)}`;
  if (typeof amount !== "number") return `вернуть ${lines ? "блюда из оплаты" : "оплату"}${paymentOf(named)}`;
  return amount === named.paid
    ? `вернуть оплату${paymentOf(named)}`
    : `вернуть ${formatMoney(amount)} из оплаты${paymentOf(named)}`;
};

const partsOf = (body: RequestParts["body"]): string => {
  const parts: readonly unknown[] = Array.isArray(body["payment"]) ? body["payment"] : [];
  const sum = parts.reduce<number>((total, part) => total + Number(Object(part)["amount"] ?? 0), 0);
  return ` ${formatMoney(sum)}`;
};

const inCash = ({ source, shift }: Named): string =>
  `Касса${source ? ` «${source}»` : ""}${shift ? `, смена № ${shift}` : ""}`;

type Describe = (named: Named, body: RequestParts["body"]) => string;

const withDiscount = ({ discount }: Named): string => (discount ? `, скидка «${discount}»` : "");

/** Russian descriptions of the overridable operations. */
const descriptions: Readonly<Record<string, Describe>> = {
  createOrder: (named) => `сохранить новый заказ${withDiscount(named)}`,
  editOrder: (named) => `изменить заказ${withDiscount(named)}`,
  changeOrderStatus: ({ status }) => `статус «${status ?? "?"}»`,
  acceptPayment: ({ status }, body) => `принять оплату${partsOf(body)}${status ? `, статус «${status}»` : ""}`,
  confirmPayment: (named) => `подтвердить оплату${paymentOf(named)}`,
  rejectPayment: refundOf,
  putItemStop: ({ dish }) => `стоп-лист: остановить «${dish ?? "?"}»`,
  deleteItemStop: ({ dish }) => `стоп-лист: вернуть в продажу «${dish ?? "?"}»`,
  openCashShift: (named) => `${inCash(named)}: открыть смену`,
  updateCashShift: (named) => `${inCash(named)}: исправить остаток на начало`,
  closeCashShift: (named) => `${inCash(named)}: закрыть смену`,
  handInCash: () => "принять наличные от сотрудника",
};

/** Operations that `describeRequest` can describe. */
export const describedOperations: readonly string[] = Object.keys(descriptions);

const reasonOf = (body: RequestParts["body"]): string => {
  const reason = body["reason"] ?? body["orderStatusReason"];
  return typeof reason === "string" && reason.trim() !== "" ? `. Причина: ${reason.trim()}` : "";
};

/**
 * Returns a Russian description of a request for the manager, or the operation id if the operation has no description.
 * The data of the records come from the database, but the reason and the amount of a new payment or of a partial refund
 * come from the request.
 */
export const describeRequest = async (db: Db, parts: RequestParts): Promise<string> => {
  const named = await readNamed(db, parts);
  const action = named && descriptions[parts.operation]?.(named, parts.body);
  if (!action) return parts.operation;
  const subject = named.number === null ? "" : `Заказ № ${named.number} на ${formatMoney(named.amount ?? 0)}: `;
  const text = `${subject}${action}${reasonOf(parts.body)}`;
  return truncateText(text.charAt(0).toUpperCase() + text.slice(1), MAX_SUMMARY);
};
