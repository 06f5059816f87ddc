import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import type { CompanyScope } from "../session/caller.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";
import { settleTrip } from "./tripStates.ts";

/** Latest delivery stop of an order, with its trip and courier. */
export interface Stop {
  readonly id: number;
  readonly orderId: number;
  readonly state: "assigned" | "onTheWay" | "delivered" | "failed";
  readonly at: Date | null;
  readonly tripId: number;
  readonly tripState: Schemas["DeliveryTrip"]["state"];
  readonly courierId: number;
  readonly courierAlias: string;
  /** Courier of the trip before the trip was reassigned. */
  readonly formerCourierId: number | null;
}

/**
 * Reads the latest delivery stop of an order, or returns undefined if the order has none. Stops that were reassigned to
 * a different courier are ignored.
 */
export const findStop = async (db: Db, order: OrderKey): Promise<Stop | undefined> => {
  const { rows } = await sql<Stop>`
    select d.id, d.order_id as "orderId", d.state, d.at, t.id as "tripId", t.state as "tripState",
      t.courier_id as "courierId", u.alias as "courierAlias", t.former_courier_id as "formerCourierId"
    from delivery_stop d join delivery_trip t on t.id = d.trip_id and t.company_id = d.company_id join app_user u on u.id = t.courier_id
    where d.order_id = ${order.id} and d.company_id = ${order.companyId} and d.state <> 'moved' order by d.id desc limit 1`.execute(
    db,
  );
  return rows[0];
};

/** Returns true if a courier has the order and has not finished its delivery. */
export const isActive = (stop: Stop | undefined): stop is Stop & { readonly state: "assigned" | "onTheWay" } =>
  stop?.state === "assigned" || stop?.state === "onTheWay";

/**
 * Returns the trip, the courier and the state of an order's latest delivery stop. All three are null if the order has
 * no stop.
 */
export const readPlace = async (db: Db, order: OrderKey): Promise<Schemas["DeliveryPlace"]> => {
  const stop = await findStop(db, order);
  return {
    orderId: order.id,
    tripId: stop?.tripId ?? null,
    courierId: stop?.courierId ?? null,
    courierAlias: stop?.courierAlias ?? null,
    state: stop?.state ?? null,
  };
};

/** Locks a trip and returns its state and courier. Throws `NotFound` for an unknown trip. */
export const lockTrip = async (tx: Db, companyId: number, tripId: number) =>
  requireRow(
    await tx
      .selectFrom("delivery_trip as t")
      .innerJoin("app_user as u", "u.id", "t.courier_id")
      .select(["t.id", "t.number", "t.state", "t.courier_id as courierId", "u.alias as courierAlias"])
      .where("t.id", "=", tripId)
      .where("t.company_id", "=", companyId)
      .forUpdate("t")
      .executeTakeFirst(),
    "Рейс не найден.",
  );

/**
 * Returns the started trip of a courier who is still on the way to a stop (state `out`), or undefined if there is none.
 * The caller must hold the company lock, so that no other trip starts.
 */
export const findTripOut = (
  tx: Db,
  companyId: number,
  courierId: number,
): Promise<{ id: number; number: number } | undefined> =>
  tx
    .selectFrom("delivery_trip")
    .select(["id", "number"])
    .where("company_id", "=", companyId)
    .where("courier_id", "=", courierId)
    .where("state", "=", "out")
    .executeTakeFirst();

/** Returns the name of a courier. Throws `Invalid` if the user may not deliver for the company. */
export const checkCourier = async (tx: Db, companyId: number, courierId: number): Promise<string> => {
  const { rows } = await sql<{ alias: string }>`select u.alias from company_user m
    join role r on r.id = m.role_id join app_user u on u.id = m.user_id and u.is_active
    where m.company_id = ${companyId} and m.user_id = ${courierId}
      and coalesce((r.permissions->>'delivery.deliver')::int, 0) > 0`.execute(tx);
  const [courier] = rows;
  if (!courier) throw invalidFields({ courierId: "Такого курьера нет." });
  return courier.alias;
};

/**
 * Returns the id of the courier's planned trip, and creates the trip if necessary. The caller must hold the company
 * lock.
 */
const openPlannedTrip = async (tx: Db, { id, zone }: CompanyScope, courierId: number): Promise<number> => {
  const { day } = businessDayAt(new Date(), zone);
  const planned = await tx
    .selectFrom("delivery_trip")
    .select("id")
    .where("company_id", "=", id)
    .where("courier_id", "=", courierId)
    .where("state", "=", "planned")
    .forUpdate()
    .executeTakeFirst();
  if (planned) return planned.id;
  const { rows } = await sql<{ id: number }>`insert into delivery_trip (company_id, courier_id, number, day)
    select ${id}::int, ${courierId}::int, coalesce(max(number), 0) + 1, ${day}::date from delivery_trip
    where company_id = ${id} and day = ${day}::date returning id`.execute(tx);
  return rows[0]?.id ?? 0;
};

/**
 * Adds locked orders to the planned trip of a courier and returns the id of the trip. The caller must hold the company
 * lock.
 */
export const addStops = async (
  tx: Db,
  company: CompanyScope,
  courierId: number,
  orderIds: readonly number[],
): Promise<number> => {
  const tripId = await openPlannedTrip(tx, company, courierId);
  await sql`insert into delivery_stop (company_id, trip_id, order_id, position)
    select ${company.id}::int, ${tripId}::int, o.id, o.place + (select coalesce(max(position), 0) from delivery_stop
        where company_id = ${company.id} and trip_id = ${tripId})
    from unnest(${orderIds}::int[]) with ordinality o(id, place)`.execute(tx);
  return tripId;
};

/**
 * Unassigns an order from its courier, deletes the stop and updates the state of the trip. A stop to which the courier
 * is already on the way is kept with the state `moved`, because the courier may still report its result.
 */
export const releaseStop = async (tx: Db, companyId: number, { id, state, tripId }: Stop): Promise<void> => {
  if (state === "onTheWay")
    await tx
      .updateTable("delivery_stop")
      .set({ state: "moved" })
      .where("id", "=", id)
      .where("company_id", "=", companyId)
      .execute();
  else await tx.deleteFrom("delivery_stop").where("id", "=", id).where("company_id", "=", companyId).execute();
  await settleTrip(tx, companyId, tripId);
};
