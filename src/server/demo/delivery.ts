import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { insertMany } from "./bulk.ts";
import { demoStatusIds } from "./configuration.ts";

const { ready, delivery, delivered } = demoStatusIds;
const [FIRST_COURIER, SECOND_COURIER] = [7, 10];

/**
 * Creates a trip of a courier with up to `limit` open orders that have this status and an address. Creates no trip
 * without orders.
 */
const addTrip = async (
  tx: Db,
  { number, courierId, statusId, limit }: { number: number; courierId: number; statusId: number; limit: number },
): Promise<void> => {
  const isOut = statusId === delivery;
  await sql`
    with trip as (
      insert into delivery_trip (company_id, courier_id, number, day, state, started_at)
      values (1, ${courierId}, ${number}, (now() at time zone 'Europe/Moscow')::date, ${isOut ? "out" : "planned"},
        ${isOut ? sql`now() - interval '12 minutes'` : sql`null`}) returning id)
    insert into delivery_stop (company_id, trip_id, order_id, position, state)
    select 1, trip.id, o.id, row_number() over (order by o.date, o.id), ${isOut ? "onTheWay" : "assigned"} from trip, (
      select id, date from orders where company_id = 1 and is_open and status_id = ${statusId}
        and nullif(delivery_address, '') is not null order by date, id limit ${limit}) o`.execute(tx);
  await sql`delete from delivery_trip t where not exists (select 1 from delivery_stop d where d.trip_id = t.id)`.execute(
    tx,
  );
};

/** Creates the delivery data of demo company 1: settings, couriers on duty, a trip on the road and a planned trip. */
export const fillDelivery = async (tx: Db): Promise<void> => {
  await insertMany(tx, "delivery_settings", [
    { company_id: 1, start_status_id: delivery, delivered_status_id: delivered },
  ]);
  await insertMany(
    tx,
    "courier_duty",
    [FIRST_COURIER, SECOND_COURIER].map((user_id) => ({ company_id: 1, user_id })),
  );
  await addTrip(tx, { number: 1, courierId: FIRST_COURIER, statusId: delivery, limit: 3 });
  await addTrip(tx, { number: 2, courierId: SECOND_COURIER, statusId: ready, limit: 1 });
};
