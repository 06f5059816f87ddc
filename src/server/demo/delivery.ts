import { sql } from "kysely";
import type { GeoPoint } from "#domain/geometry.ts";
import type { Db } from "../database/connection.ts";
import { toPointColumns } from "../services/orders/orderDelivery.ts";
import { insertMany } from "./bulk.ts";
import { demoStatusIds } from "./configuration.ts";

const { ready, delivery, delivered } = demoStatusIds;
const [FIRST_COURIER, SECOND_COURIER] = [7, 10];

/**
 * Creates a trip of a courier with up to `limit` open orders that have this status and an address. Creates no trip if
 * there are no such orders.
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

/** Returns the four corners of the map rectangle that has these south-western and north-eastern corners. */
const rectangle = (south: number, west: number, north: number, east: number): GeoPoint[] => [
  { lat: south, lon: west },
  { lat: south, lon: east },
  { lat: north, lon: east },
  { lat: north, lon: west },
];

/** Three overlapping zones around the middle of the demo town. */
const zones = [
  { name: "Центр", priority: 1, polygon: rectangle(56.852, 35.884, 56.868, 35.916), terms: [500, 0, null, 35] },
  { name: "Город", priority: 2, polygon: rectangle(56.846, 35.872, 56.874, 35.928), terms: [700, 150, 2000, 50] },
  { name: "Окраины", priority: 3, polygon: rectangle(56.838, 35.858, 56.882, 35.942), terms: [1200, 300, 3500, 75] },
] as const;

const zoneRow = ({
  name,
  priority,
  polygon,
  terms: [min_amount, price, free_from, minutes],
}: (typeof zones)[number]) => ({
  company_id: 1,
  name,
  priority,
  polygon,
  streets: name === "Окраины" ? ["ш. Загородное"] : [],
  min_amount,
  price,
  free_from,
  minutes,
});

/** Stores the coordinates of the open orders for the dispatcher's map. */
const locateOrders = async (tx: Db): Promise<void> => {
  const orders = await tx
    .selectFrom("orders")
    .select(["id", "delivery_address", "delivery_address_building"])
    .where("company_id", "=", 1)
    .where("is_open", "=", true)
    .where("delivery_address", "is not", null)
    .execute();
  for (const { id, ...address } of orders)
    await tx.updateTable("orders").set(toPointColumns(address)).where("id", "=", id).execute();
};

/**
 * Fills the delivery of demo company 1: settings, zones, coordinates of open orders, couriers on duty, a started trip
 * and a planned trip.
 */
export const fillDelivery = async (tx: Db): Promise<void> => {
  await insertMany(tx, "delivery_settings", [
    { company_id: 1, start_status_id: delivery, delivered_status_id: delivered },
  ]);
  await insertMany(tx, "delivery_zone", zones.map(zoneRow));
  await locateOrders(tx);
  await insertMany(
    tx,
    "courier_duty",
    [FIRST_COURIER, SECOND_COURIER].map((user_id) => ({ company_id: 1, user_id })),
  );
  await addTrip(tx, { number: 1, courierId: FIRST_COURIER, statusId: delivery, limit: 3 });
  await addTrip(tx, { number: 2, courierId: SECOND_COURIER, statusId: ready, limit: 1 });
};
