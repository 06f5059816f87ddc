import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { type LockedOrder, lockOrder } from "../orders/orderLock.ts";
import { type Caller, type CompanyScope, hasPermission } from "../session/caller.ts";
import { Conflict, NotFound } from "../shared/domainErrors.ts";
import { hidePosition } from "./courierPosition.ts";
import { readTrips } from "./deliveryOrders.ts";
import { followStatus } from "./followStatus.ts";
import { checkCourier, findTripOut, lockTrip } from "./stops.ts";

type Trip = Schemas["DeliveryTrip"];

const readTrip = async (db: Db, companyId: number, tripId: number): Promise<Trip> => {
  const [trip] = await readTrips(db, companyId, sql`t.id = ${tripId}`);
  if (!trip) throw new NotFound("Рейс не найден.");
  return trip;
};

/**
 * Locks the company, then the undelivered orders of the trip by ascending id, then the trip; this fixed sequence
 * prevents deadlocks. Throws `NotFound` for an unknown trip, and `Conflict` if orders were added to or removed from the
 * trip in the meantime.
 */
const lockTripWithOrders = async (tx: Db, companyId: number, tripId: number) => {
  const orderIds = async () =>
    (
      await tx
        .selectFrom("delivery_stop")
        .select("order_id as id")
        .where("trip_id", "=", tripId)
        .where("company_id", "=", companyId)
        .where("state", "in", ["assigned", "onTheWay"])
        .orderBy("order_id")
        .execute()
    ).map(({ id }) => id);
  await lockCompany(tx, companyId);
  const before = await orderIds();
  const orders: LockedOrder[] = [];
  for (const id of before) orders.push(await lockOrder(tx, companyId, id, undefined));
  const trip = await lockTrip(tx, companyId, tripId);
  if (String(await orderIds()) !== String(before)) throw new Conflict("Рейс только что изменили. Повторите.");
  return { trip, orders };
};

const checkOwn = (company: CompanyScope, caller: Caller, trip: { courierId: number; courierAlias: string }): void => {
  if (trip.courierId !== caller.userId && !hasPermission(company, "delivery.manage"))
    throw new Conflict(`Это рейс другого курьера: ${trip.courierAlias}.`);
};

const checkNoTripOut = async (tx: Db, companyId: number, courierId: number, tripId: number): Promise<void> => {
  const other = await findTripOut(tx, companyId, courierId);
  if (other && other.id !== tripId) throw new Conflict(`Сначала завершите рейс № ${other.number}.`);
};

/**
 * Returns the SQL for the time of an action, by default the current time. A future time is replaced by the current
 * time, because the clock of a phone may be fast.
 */
const actionTime = (at: string | undefined) => sql<Date>`least(${at ?? null}::timestamptz, now())`;

/**
 * Starts a planned trip: sets its assigned stops to `onTheWay` and calls `followStatus` for its orders; does nothing if
 * the trip has already started. Throws `Conflict` if another courier has the trip or its courier is on a different
 * trip, and the errors of `lockTripWithOrders`.
 */
const startTrip = async (tx: Db, company: CompanyScope, caller: Caller, tripId: number, at: string | undefined) => {
  const { trip, orders } = await lockTripWithOrders(tx, company.id, tripId);
  checkOwn(company, caller, trip);
  if (trip.state !== "planned") return;
  await checkNoTripOut(tx, company.id, trip.courierId, tripId);
  await tx
    .updateTable("delivery_trip")
    .set({ state: "out", started_at: actionTime(at) })
    .where("id", "=", tripId)
    .where("company_id", "=", company.id)
    .execute();
  await tx
    .updateTable("delivery_stop")
    .set({ state: "onTheWay" })
    .where("trip_id", "=", tripId)
    .where("company_id", "=", company.id)
    .where("state", "=", "assigned")
    .execute();
  for (const order of orders) await followStatus(tx, company, caller, order, "start");
};

/**
 * Closes a trip after the return of its courier, and deletes the courier's position; does nothing if the trip is
 * closed. Throws `Conflict` if another courier has the trip or a stop is neither delivered nor failed, and the errors
 * of `lockTripWithOrders`.
 */
const endTrip = async (tx: Db, company: CompanyScope, caller: Caller, tripId: number, at: string | undefined) => {
  const { trip, orders } = await lockTripWithOrders(tx, company.id, tripId);
  checkOwn(company, caller, trip);
  if (trip.state === "closed") return;
  if (orders.length > 0)
    throw new Conflict(`В рейсе остались заказы: ${orders.map(({ internalId }) => `№ ${internalId}`).join(", ")}.`);
  await tx
    .updateTable("delivery_trip")
    .set({ state: "closed", closed_at: actionTime(at) })
    .where("id", "=", tripId)
    .where("company_id", "=", company.id)
    .execute();
  await hidePosition(tx, company.id, trip.courierId);
};

/**
 * Applies a courier's action to a trip and returns the trip (areas, section 8). Throws the errors of `startTrip` or
 * `endTrip`. A user with `delivery.manage` may act on the trips of all couriers.
 */
export const tapDeliveryTrip = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { tripId, verb }: { tripId: number; verb: "Start" | "Return" },
  { at }: Schemas["DeliveryTripAction"],
): Promise<Trip> => {
  await (verb === "Start" ? startTrip : endTrip)(tx, company, caller, tripId, at);
  return readTrip(tx, company.id, tripId);
};

/** Moves the stops of a planned trip to the planned trip of a different courier, and deletes the trip. */
const mergeTrips = async (tx: Db, companyId: number, fromId: number, toId: number): Promise<void> => {
  await sql`update delivery_stop set trip_id = ${toId}, position = position
    + (select coalesce(max(position), 0) from delivery_stop where company_id = ${companyId} and trip_id = ${toId})
    where company_id = ${companyId} and trip_id = ${fromId}`.execute(tx);
  await tx.deleteFrom("delivery_trip").where("id", "=", fromId).where("company_id", "=", companyId).execute();
};

/**
 * Moves a trip to a different courier, or merges a planned trip into the planned trip of that courier, and returns the
 * trip; does nothing if the courier is unchanged. Hides the position of the former courier of a started trip. Throws:
 * - `Conflict` if the caller saw another courier, if the trip is closed, or if it is in the state `out` and the new
 *   courier already has such a trip,
 * - the errors of `checkCourier` and `lockTripWithOrders`.
 */
export const moveDeliveryTrip = async (
  tx: Db,
  company: CompanyScope,
  tripId: number,
  { courierId, seenCourierId }: Schemas["DeliveryTripMove"],
): Promise<Trip> => {
  const { trip } = await lockTripWithOrders(tx, company.id, tripId);
  if (trip.courierId === courierId) return readTrip(tx, company.id, tripId);
  if (trip.courierId !== seenCourierId) throw new Conflict(`Рейс уже у курьера: ${trip.courierAlias}.`);
  if (trip.state === "closed") throw new Conflict("Рейс уже завершён.");
  await checkCourier(tx, company.id, courierId);
  if (trip.state === "out") await checkNoTripOut(tx, company.id, courierId, tripId);
  const planned = await tx
    .selectFrom("delivery_trip")
    .select("id")
    .where("company_id", "=", company.id)
    .where("courier_id", "=", courierId)
    .where("state", "=", "planned")
    .forUpdate()
    .executeTakeFirst();
  if (trip.state === "planned" && planned) {
    await mergeTrips(tx, company.id, tripId, planned.id);
    return readTrip(tx, company.id, planned.id);
  }
  await tx
    .updateTable("delivery_trip")
    .set({ courier_id: courierId, former_courier_id: trip.courierId })
    .where("id", "=", tripId)
    .where("company_id", "=", company.id)
    .execute();
  if (trip.state !== "planned") await hidePosition(tx, company.id, trip.courierId);
  return readTrip(tx, company.id, tripId);
};

/** Begins or ends the duty of a courier. Throws `Conflict` if the duty ends while the courier has an open trip. */
export const setDeliveryDuty = async (
  tx: Db,
  companyId: number,
  { userId }: Caller,
  { isOnDuty }: Schemas["DeliveryDuty"],
): Promise<Schemas["DeliveryDuty"]> => {
  if (isOnDuty) {
    await tx
      .insertInto("courier_duty")
      .values({ company_id: companyId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { isOnDuty };
  }
  const open = await tx
    .selectFrom("delivery_trip")
    .select("number")
    .where("company_id", "=", companyId)
    .where("courier_id", "=", userId)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  if (open) throw new Conflict(`Сначала завершите рейс № ${open.number}.`);
  await tx.deleteFrom("courier_duty").where("company_id", "=", companyId).where("user_id", "=", userId).execute();
  return { isOnDuty };
};
