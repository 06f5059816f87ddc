import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";

/** SQL for the fields of the payment `p` in the API. */
const paymentFields = sql`p.id, p.payment_method_id as "paymentMethodId", m.name as "paymentMethodName",
  coalesce(p.completed_date, p.creation_date) as date,
  case when p.status = 'completed' and p.refunded_amount > 0 then 'Возвращена частично'
    when p.status = 'completed' then 'Принята'
    when p.status = 'rejected' and p.completed_date is not null then 'Возвращена'
    when p.status = 'rejected' then 'Отклонена'
    when p.provider is not null then 'Ждёт оплаты' else 'Ждёт подтверждения' end as status,
  p.status = 'completed' as "isComplited", p.status = 'rejected' as "isRejected", p.provider is not null as "isExternal",
  u.alias as "operatorAlias", p.operator_id as "operatorId", p.amount, p.completed_date as "complitedDate",
  p.creation_date as "creationDate", o.date as "orderDate", p.request_key as "requestKey", p.external_url as "externalUrl",
  p.refunded_date as "refundedDate", r.alias as "refundedByAlias",
  p.refund_reason as "refundReason", p.refunded_amount as "refundedAmount",
  (select coalesce(json_agg(json_build_object('id', f.id, 'amount', f.amount, 'date', coalesce(f.completed_date, f.creation_date),
      'byAlias', b.alias, 'reason', f.reason, 'lines', f.lines, 'state', f.state, 'requestKey', f.request_key) order by f.id), '[]')
    from payment_refund f left join app_user b on b.id = f.user_id where f.payment_id = p.id and f.company_id = p.company_id) as refunds`;

const from = sql`from payment p join payment_method m on m.id = p.payment_method_id
  join orders o on o.id = p.order_id and o.company_id = p.company_id left join app_user u on u.id = p.operator_id
  left join app_user r on r.id = p.refunded_by`;

/** Returns the payments of an order as JSON text, the earliest first. */
export const readPaymentsJson = async (db: Db, order: OrderKey): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(list), '[]')::text as json from (
      select ${paymentFields} ${from} where p.order_id = ${order.id} and p.company_id = ${order.companyId} order by p.id) list`.execute(
    db,
  );
  return rows[0]?.json ?? "[]";
};

/** Returns a payment as JSON text, or the text `null` for an unknown payment. */
export const readPaymentJson = async (db: Db, companyId: number, paymentId: number): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select row_to_json(one)::text as json from (select ${paymentFields} ${from} where p.id = ${paymentId} and p.company_id = ${companyId}) one`.execute(
    db,
  );
  return rows[0]?.json ?? "null";
};
