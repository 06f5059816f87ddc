import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import { type LockedOrder, lockOrder } from "../orders/orderLock.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { readTrips } from "./deliveryOrders.ts";
import { addStops, checkCourier, findStop, isActive, readPlace, releaseStop } from "./stops.ts";

type Place = Schemas["DeliveryPlace"];

/** Throws `Conflict` if an order is closed or has no address. */
const checkDeliverable = async (tx: Db, order: LockedOrder): Promise<void> => {
  if (order.status.isClosed || order.status.isCancel) throw new Conflict(`Заказ № ${order.internalId} уже закрыт.`);
  const { rows } = await sql`select 1 from orders
      where id = ${order.id} and company_id = ${order.companyId} and nullif(delivery_address, '') is not null`.execute(
    tx,
  );
  if (rows.length === 0) throw new Conflict(`В заказе № ${order.internalId} нет адреса доставки.`);
};

const recordCourier = (tx: Db, order: OrderKey, caller: Caller, alias: string | null): Promise<void> =>
  recordHistory(tx, order, caller.userId, [
    { typeElement: "Delivery", type: "Update", newName: alias === null ? "Курьер снят" : `Курьер: ${alias}` },
  ]);

/**
 * Assigns an order to a courier, or unassigns it if the courier is null; does nothing if the order already has this
 * courier. Throws:
 * - `Conflict` if the caller saw a different courier, if the order is delivered, and for an assignment also if the
 *   order is closed or has no address,
 * - `NotFound` for an unknown order,
 * - the errors of `checkCourier`.
 */
export const assignDelivery = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  orderId: number,
  { courierId, seenCourierId }: Schemas["DeliveryAssignment"],
): Promise<Place> => {
  await lockCompany(tx, company.id);
  const order = await lockOrder(tx, company.id, orderId, undefined);
  const stop = await findStop(tx, order);
  const current = isActive(stop) ? stop : undefined;
  if ((current?.courierId ?? null) === courierId) return readPlace(tx, order);
  if (stop?.state === "delivered") throw new Conflict(`Заказ № ${order.internalId} уже доставил ${stop.courierAlias}.`);
  if ((current?.courierId ?? null) !== seenCourierId)
    throw new Conflict(
      current
        ? `Заказ № ${order.internalId} уже у курьера: ${current.courierAlias}.`
        : `Заказ № ${order.internalId} уже ни у кого.`,
    );
  const alias = courierId === null ? null : await checkCourier(tx, company.id, courierId);
  if (courierId !== null) await checkDeliverable(tx, order);
  if (current) await releaseStop(tx, company.id, current);
  if (courierId !== null) await addStops(tx, company, courierId, [orderId]);
  await recordCourier(tx, order, caller, alias);
  return readPlace(tx, order);
};

/**
 * Adds a locked order to the caller's planned trip, unless the caller already has the order; the transaction must hold
 * the company lock. Throws `Conflict` if the order is delivered, closed or without an address, or if another courier
 * has it, and the error of `checkCourier`.
 */
export const takeOrder = async (tx: Db, company: CompanyScope, caller: Caller, order: LockedOrder): Promise<void> => {
  const stop = await findStop(tx, order);
  if (isActive(stop) && stop.courierId === caller.userId) return;
  if (isActive(stop) || stop?.state === "delivered")
    throw new Conflict(`Заказ № ${order.internalId} уже взял ${stop.courierAlias}.`);
  await checkDeliverable(tx, order);
  await addStops(tx, company, caller.userId, [order.id]);
  await recordCourier(tx, order, caller, await checkCourier(tx, company.id, caller.userId));
};

/**
 * Adds orders to the planned trip of a courier and returns the trip. Throws `NotFound` for an unknown order, `Conflict`
 * if an order already has a courier, is delivered or closed, or has no address, and the errors of `checkCourier`.
 */
export const createDeliveryTrip = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { courierId, orderIds }: Schemas["DeliveryTripSave"],
): Promise<Schemas["DeliveryTrip"]> => {
  await lockCompany(tx, company.id);
  for (const orderId of orderIds.toSorted((one, other) => one - other)) {
    const order = await lockOrder(tx, company.id, orderId, undefined);
    const stop = await findStop(tx, order);
    if (isActive(stop) || stop?.state === "delivered")
      throw new Conflict(`Заказ № ${order.internalId} уже у курьера: ${stop.courierAlias}.`);
    await checkDeliverable(tx, order);
  }
  const alias = await checkCourier(tx, company.id, courierId);
  const tripId = await addStops(tx, company, courierId, orderIds);
  for (const id of orderIds) await recordCourier(tx, { id, companyId: company.id }, caller, alias);
  const [trip] = await readTrips(tx, company.id, sql`t.id = ${tripId}`);
  if (!trip) throw new Error(`The trip ${tripId} was not created`);
  return trip;
};
