import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { customerNameSql } from "../customers/customerSql.ts";
import { promisedAtSql, requiredAmountSql } from "../orders/orderLists.ts";
import type { CompanyScope } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";

type Order = Schemas["DeliveryOrder"];
type Trip = Schemas["DeliveryTrip"];

/**
 * Returns the SQL for the order `o` with the status `s` as a JSON object of the type `DeliveryOrder`. `isContact` is
 * the condition under which the object contains the phone and the name of the customer.
 */
const orderObjectSql = (isContact: RawBuilder<unknown>) => sql`json_build_object(
  'orderId', o.id, 'internalId', o.internal_id, 'due', ${promisedAtSql},
  'address', concat_ws(', ', nullif(o.delivery_address, ''), nullif(o.delivery_address_building, ''),
    'кв. ' || nullif(o.delivery_address_apartment_number, '')),
  'entrance', nullif(o.delivery_address_entrance, ''), 'floor', nullif(o.delivery_address_level, ''),
  'phone', case when ${isContact} then coalesce(nullif(o.delivery_phone, ''), o.phone) end,
  'alias', case when ${isContact} then ${customerNameSql(sql`o.company_id`, sql`o.customer_id`)} end,
  'note', o.note, 'persons', o.persons,
  'items', (select coalesce(json_agg(json_build_object('name', l.name, 'count', l.count, 'modificators',
      (select coalesce(json_agg(json_build_object('name', m.value -> 'name', 'count', m.value -> 'count') order by m.place), '[]')
        from jsonb_array_elements(l.modificators) with ordinality m(value, place))) order by l.id), '[]')
    from order_line l where l.order_id = o.id and l.company_id = o.company_id),
  'amount', o.amount,
  'requiredAmount', ${requiredAmountSql},
  'invoicedAmount', case when s.is_cancel then 0 else (select coalesce(sum(p.amount), 0) from payment p
    where p.order_id = o.id and p.company_id = o.company_id and p.status = 'pending' and p.provider is not null) end,
  'change', o.delivery_change,
  'isReady', (select bool_and(k.state = 'ready') from kitchen_line k join order_line l on l.id = k.order_line_id and l.company_id = k.company_id
    where k.order_id = o.id and k.company_id = o.company_id),
  'isCancelled', s.is_cancel,
  'point', case when o.lat is not null then json_build_object('lat', o.lat, 'lon', o.lon) end,
  'failure', (select case when f.state = 'failed' then f.reason end from delivery_stop f
    where f.order_id = o.id and f.company_id = o.company_id and f.state <> 'moved' order by f.id desc limit 1))`;

/** Time before the due time from which an order of the next business day appears on the delivery board, ms. */
const LOOK_AHEAD_MS = 2 * 60 * 60 * 1000;

/**
 * Returns the end of the period that the delivery board shows: the end of today, or two hours from now if that is
 * later.
 */
const boardEnd = (now: Date, { zone }: CompanyScope): Date =>
  new Date(Math.max(businessDayAt(now, zone).end.getTime(), now.getTime() + LOOK_AHEAD_MS));

/**
 * Returns SQL that is true if the order `o` is open, undelivered and without a courier. The order must have an address,
 * and must be due before `boardEnd`; late orders are included.
 */
export const isUnassignedSql = (company: CompanyScope) => sql`o.company_id = ${company.id} and o.is_open
  and nullif(o.delivery_address, '') is not null and o.date < ${boardEnd(new Date(), company)}
  and not exists (select 1 from delivery_stop d where d.order_id = o.id and d.company_id = o.company_id and d.state in ('assigned', 'onTheWay', 'delivered'))`;

/**
 * Reads the unassigned orders of the delivery board, sorted by date. If `isContact` is true, they contain the
 * customer's phone and name.
 */
export const readUnassigned = async (db: Db, company: CompanyScope, isContact: boolean): Promise<Order[]> => {
  const { rows } = await sql<{ order: Order }>`select ${orderObjectSql(sql`${isContact}::boolean`)} as order
    from orders o join order_status s on s.id = o.status_id
    where ${isUnassignedSql(company)} order by o.date, o.id`.execute(db);
  return rows.map(({ order }) => order);
};

/**
 * Reads the trips that meet `which`, an SQL condition on the table alias `t`, with their stops. `isContact` is the SQL
 * condition under which a stop `d` contains the customer's phone and name.
 */
export const readTrips = async (
  db: Db,
  companyId: number,
  which: RawBuilder<unknown>,
  isContact: RawBuilder<unknown> = sql`true`,
): Promise<Trip[]> => {
  const { rows } = await sql<Omit<Trip, "startedAt"> & { startedAt: Date | null }>`
    select t.id, t.number, t.courier_id as "courierId", u.alias as "courierAlias", t.state, t.started_at as "startedAt",
      (select coalesce(json_agg(json_build_object('order', ${orderObjectSql(isContact)}, 'position', d.position,
          'state', d.state, 'at', d.at, 'receivedAt', d.received_at) order by d.position, d.id), '[]')
        from delivery_stop d join orders o on o.id = d.order_id and o.company_id = d.company_id join order_status s on s.id = o.status_id
        where d.trip_id = t.id and d.company_id = t.company_id and d.state <> 'moved') as stops
    from delivery_trip t join app_user u on u.id = t.courier_id
    where t.company_id = ${companyId} and ${which} order by t.day, t.number`.execute(db);
  return rows.map((row) => ({ ...row, startedAt: row.startedAt?.toISOString() ?? null }));
};
