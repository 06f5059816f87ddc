import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type Day, dayRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { type Caller, type CompanyScope, hasPermission } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";

type Row = Omit<Schemas["DayPayment"], "at" | "orderDate"> & { readonly at: Date; readonly orderDate: Date };

/**
 * Returns the payments and refunds of a business day, and for today all pending payments (areas, section 5). A caller
 * without `finance.view` gets only their own payments and refunds.
 */
export const readPaymentsOfDay = async (
  db: Db,
  company: CompanyScope,
  caller: Caller,
  day: Day,
): Promise<Schemas["DayPayment"][]> => {
  const { start, end } = dayRange(day, company.zone);
  const isToday = businessDayAt(new Date(), company.zone).day === day;
  const own = hasPermission(company, "finance.view") ? sql`true` : sql`m.employee_id = ${caller.userId}`;
  const { rows } = await sql<Row>`
    with movement as (
      select id, 'pending' as movement, creation_date as at, operator_id as employee_id, amount, null::int as refund_id,
        null as reason from payment
      where company_id = ${company.id} and status = 'pending' and creation_date < ${end}
        and (${isToday} or creation_date >= ${start})
      union all
      select id, 'accepted', completed_date, operator_id, amount, null, null from payment
      where company_id = ${company.id} and completed_date >= ${start} and completed_date < ${end}
      union all
      select payment_id, 'refunded', completed_date, user_id, amount, id, reason from payment_refund
      where company_id = ${company.id} and completed_date >= ${start} and completed_date < ${end})
    select p.id, m.movement, m.at, o.id as "orderId", o.internal_id as "internalId", o.date as "orderDate",
      k.id as "paymentMethodId", k.name as "paymentMethodName", p.provider is not null as "isExternal",
      m.employee_id as "employeeId", u.alias as "employeeAlias", m.amount,
      m.refund_id as "refundId", m.reason
    from movement m join payment p on p.id = m.id and p.company_id = ${company.id} join payment_method k on k.id = p.payment_method_id
      join orders o on o.id = p.order_id and o.company_id = p.company_id left join app_user u on u.id = m.employee_id
    where ${own}
    order by m.movement = 'pending' desc, m.at desc, p.id desc, m.movement, m.refund_id desc`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), orderDate: row.orderDate.toISOString() }));
};
