import { sql } from "kysely";
import { businessDay } from "#domain/dates.ts";
import { normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { NotFound } from "../shared/domainErrors.ts";
import { nextBirthdays } from "./customerList.ts";
import { cardIdsSql, currentRiskSql, customerAddressesSql } from "./customerSql.ts";

/**
 * Finds a customer by a normalised phone number, and locks the card against anonymisation until the transaction ends.
 * Returns the id, or undefined for an unknown number.
 */
const findCustomer = async (tx: Db, companyId: number, phone: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom("customer")
    .select("id")
    .where("company_id", "=", companyId)
    .where("phone", "=", phone)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
};

/**
 * Returns the id of the company's customer with a normalised phone number, or adds a missing customer with `name`. For
 * the phone of a merged card, returns the id of the merged card.
 */
export const ensureCustomer = async (
  tx: Db,
  companyId: number,
  phone: string,
  name: string | null | undefined,
): Promise<number> => {
  const existing = await findCustomer(tx, companyId, phone);
  if (existing !== undefined) return existing;
  const added = await tx
    .insertInto("customer")
    .values({ company_id: companyId, phone, alias: name?.trim() || null })
    // `on conflict do update` would lock the customer row and could deadlock with an order that holds the numbering
    // lock.
    .onConflict((conflict) => conflict.columns(["company_id", "phone"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  // If no row was added, another transaction has just committed the same customer. A new statement can read the
  // committed row.
  const id = added?.id ?? (await findCustomer(tx, companyId, phone));
  if (id === undefined) throw new Error("The customer was removed while an order was saved");
  return id;
};

/**
 * Returns the customer card with a phone number as JSON text. The number may have any notation. If this card was merged,
 * returns the surviving card. Throws `NotFound` for an unknown number or an anonymised card.
 */
export const readCustomerJson = async (db: Db, company: CompanyScope, phone: string): Promise<string> => {
  const today = businessDay(new Date(), company.zone);
  const { rows } = await sql<{ json: string }>`
    select json_build_object(
      'id', c.id, 'note', c.note, 'risk', ${currentRiskSql(today)},
      'riskReason', case when ${currentRiskSql(today)} <> 'none' then c.risk_reason end,
      'isBirthday', coalesce(extract(month from c.birthday) * 100 + extract(day from c.birthday) = any(${nextBirthdays(today, 1)}::numeric[]), false),
      'alias', c.alias, 'phone', c.phone, 'orderCount', c.order_count, 'totalPay', c.total_pay,
      'avaragePay', case when c.order_count = 0 then 0 else round(c.total_pay / c.order_count, 2) end,
      'addresses', ${customerAddressesSql},
      'lastOrders', coalesce((
        select json_agg(json_build_object('id', l.id, 'internalId', l.internal_id, 'date', l.date, 'amount', l.amount,
            'dishes', array(select name from order_line where company_id = ${company.id} and order_id = l.id order by position limit 3))
          order by l.date desc, l.id desc)
        from (select id, internal_id, date, amount from orders where company_id = ${company.id} and customer_id in ${cardIdsSql}
          order by date desc, id desc limit 5) l),
        '[]'))::text as json
    from customer k join customer c on c.id = coalesce(k.merged_into_id, k.id) and c.company_id = k.company_id
    where k.company_id = ${company.id} and k.phone = ${normalizePhone(phone)} and c.anonymized_at is null`.execute(db);
  const json = rows[0]?.json;
  if (json === undefined) throw new NotFound("Такого клиента ещё нет.");
  return json;
};
