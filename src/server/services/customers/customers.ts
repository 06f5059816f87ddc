import { sql } from "kysely";
import { normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { NotFound } from "../shared/domainErrors.ts";

const findCustomer = async (tx: Db, companyId: number, phone: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom("customer")
    .select("id")
    .where("company_id", "=", companyId)
    .where("phone", "=", phone)
    .executeTakeFirst();
  return row?.id;
};

/** Returns the id of the company's customer with a normalised phone number, and adds a missing customer. */
export const ensureCustomer = async (tx: Db, companyId: number, phone: string): Promise<number> => {
  const existing = await findCustomer(tx, companyId, phone);
  if (existing !== undefined) return existing;
  const added = await tx
    .insertInto("customer")
    .values({ company_id: companyId, phone })
    // An update on conflict would lock the customer row and could deadlock with an order that holds the numbering lock.
    .onConflict((conflict) => conflict.columns(["company_id", "phone"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  // If no row was added, another transaction has just committed the same customer. A new statement can read the
  // committed row.
  const id = added?.id ?? (await findCustomer(tx, companyId, phone));
  if (id === undefined) throw new Error("The customer was removed while an order was saved");
  return id;
};

/** SQL for the earlier addresses of the customer `c`, the latest first, as a JSON array. */
export const customerAddressesSql = sql`coalesce((
        select json_agg(json_build_object('deliveryAddress', a.delivery_address,
          'deliveryAddressBuilding', a.delivery_address_building,
          'deliveryAddressApartmentNumber', a.delivery_address_apartment_number,
          'deliveryAddressLevel', a.delivery_address_level, 'deliveryAddressEntrance', a.delivery_address_entrance)
          order by a.latest desc)
        from (
          select delivery_address, delivery_address_building, delivery_address_apartment_number, delivery_address_level,
            delivery_address_entrance, max(date) as latest
          from orders where customer_id = c.id and delivery_address is not null
          group by 1, 2, 3, 4, 5 order by latest desc limit 10) a), '[]'::json)`;

/** Returns the customer with a phone number, in any notation, as JSON text. Throws `NotFound`. */
export const readCustomerJson = async (db: Db, companyId: number, phone: string): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select json_build_object(
      'id', c.id, 'note', c.note, 'risk', c.risk, 'riskReason', c.risk_reason, 'alias', c.alias, 'phone', c.phone, 'orderCount', t.count, 'totalPay', t.total,
      'avaragePay', case when t.count = 0 then 0 else round(t.total / t.count, 2) end,
      'addresses', ${customerAddressesSql},
      'lastOrders', coalesce((
        select json_agg(json_build_object('id', l.id, 'internalId', l.internal_id, 'date', l.date, 'amount', l.amount)
          order by l.date desc, l.id desc)
        from (select id, internal_id, date, amount from orders where customer_id = c.id order by date desc, id desc limit 5) l),
        '[]'))::text as json
    from customer c, lateral (
      select count(*)::int as count, coalesce(sum(o.amount), 0) as total
      from orders o join order_status s on s.id = o.status_id and not s.is_cancel where o.customer_id = c.id) t
    where c.company_id = ${companyId} and c.phone = ${normalizePhone(phone)}`.execute(db);
  const json = rows[0]?.json;
  if (json === undefined) throw new NotFound("Такого клиента ещё нет.");
  return json;
};
