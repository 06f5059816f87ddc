import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";
import { readTrips, readUnassigned } from "./deliveryOrders.ts";

type Courier = Schemas["DeliveryCourier"];

/**
 * Reads the couriers of a company: members on duty, members with a role that may deliver but not manage deliveries, and
 * users with an open trip.
 */
const readCouriers = async (db: Db, { id, zone }: CompanyScope): Promise<Courier[]> => {
  const { start } = businessDayAt(new Date(), zone);
  const { rows } = await sql<Courier>`
    select u.id, u.alias, d.user_id is not null as "isOnDuty",
      (select count(*)::int from delivery_stop s join delivery_trip t on t.id = s.trip_id and t.company_id = s.company_id
        where t.company_id = ${id} and t.courier_id = u.id and s.state = 'delivered' and s.at >= ${start}) as "deliveredCount",
      (select coalesce(sum(p.amount), 0) from payment p
        where p.company_id = ${id} and p.operator_id = u.id and p.status = 'pending'
          and exists (select 1 from delivery_stop s where s.order_id = p.order_id and s.company_id = p.company_id)) as "pendingAmount",
      (select json_build_object('lat', c.lat, 'lon', c.lon, 'at', c.at) from courier_position c
        where c.company_id = ${id} and c.user_id = u.id and c.at > now() - interval '24 hours') as position
    from app_user u left join courier_duty d on d.user_id = u.id and d.company_id = ${id}
    where exists (select 1 from company_user m join role r on r.id = m.role_id
        where m.company_id = ${id} and m.user_id = u.id and (d.user_id is not null
          or coalesce((r.permissions->>'delivery.deliver')::int, 0) > 0
            and coalesce((r.permissions->>'delivery.manage')::int, 0) = 0))
      or exists (select 1 from delivery_trip t where t.company_id = ${id} and t.courier_id = u.id and t.state <> 'closed')
    order by d.user_id is null, u.alias collate "und-x-icu", u.id`.execute(db);
  return rows;
};

/** Reads the deliveries of a company for its dispatchers. */
export const readDelivery = async (db: Db, company: CompanyScope): Promise<Schemas["DeliveryBoard"]> => ({
  couriers: await readCouriers(db, company),
  trips: await readTrips(db, company.id, sql`t.state <> 'closed'`),
  unassigned: await readUnassigned(db, company, true),
});

/** Returns true if a courier is on duty. */
export const isOnDuty = async (db: Db, companyId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom("courier_duty")
    .select("since")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst()) !== undefined;

/**
 * Reads the work of a courier. The result contains customers' contacts only for orders that are assigned to the courier
 * and not yet delivered or failed.
 */
export const readCourierWork = async (
  db: Db,
  company: CompanyScope,
  { userId }: Caller,
): Promise<Schemas["CourierWork"]> => ({
  isOnDuty: await isOnDuty(db, company.id, userId),
  trips: await readTrips(
    db,
    company.id,
    sql`t.courier_id = ${userId} and t.state <> 'closed'`,
    sql`d.state in ('assigned', 'onTheWay')`,
  ),
  available: await readUnassigned(db, company, false),
  paymentMethods: await db
    .selectFrom("payment_method")
    .select(["id", "name"])
    .where("company_id", "=", company.id)
    .where("is_removed", "=", false)
    .where("external_payment_method_id", "is", null)
    .orderBy("sort")
    .orderBy("id")
    .execute(),
});
