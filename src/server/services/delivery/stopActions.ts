import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { notifyDispatchers } from "../notifications/notifications.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { type LockedOrder, lockOrder } from "../orders/orderLock.ts";
import { acceptPayment } from "../payments/accept.ts";
import { type Caller, type CompanyScope, hasPermission } from "../session/caller.ts";
import { Conflict, Forbidden, invalidFields } from "../shared/domainErrors.ts";
import { takeOrder } from "./assignments.ts";
import { followStatus } from "./followStatus.ts";
import { findStop, findTripOut, isActive, readPlace, type Stop } from "./stops.ts";
import { settleTrip } from "./tripStates.ts";

type Action = Schemas["DeliveryAction"];

/**
 * Action of a courier on an order. `Take` assigns the order to the courier, `Reopen` undoes `Deliver` or `Fail`, and
 * `Seen` confirms that the courier knows of the cancellation.
 */
export type DeliveryVerb = "Take" | "Deliver" | "Fail" | "Reopen" | "Seen";

const REOPEN_MS = 2 * 60 * 60_000;

/** Request for an action of a courier on a locked order. */
interface Request {
  readonly company: CompanyScope;
  readonly caller: Caller;
  readonly order: LockedOrder;
  readonly action: Action;
  readonly requestKey: string | null;
}

const isOwn = ({ company, caller }: Request, stop: Stop): boolean =>
  stop.courierId === caller.userId || hasPermission(company, "delivery.manage");

const setState = async (
  tx: Db,
  { order, caller, action: { at } }: Request,
  stop: Stop,
  { state, reason, history }: { state: "delivered" | "failed"; reason: string | null; history: string },
): Promise<void> => {
  await tx
    .updateTable("delivery_stop")
    // The clock of a phone may be fast, so a time in the future is replaced by the current time.
    .set({ state, reason, at: sql`least(${at ?? null}::timestamptz, now())`, received_at: sql`now()` })
    .where("id", "=", stop.id)
    .where("company_id", "=", order.companyId)
    .execute();
  await settleTrip(tx, order.companyId, stop.tripId);
  await recordHistory(tx, order, caller.userId, [{ typeElement: "Delivery", type: "Update", newName: history }]);
};

/**
 * Returns the name of the caller if the trip of `stop` belonged to the caller before the last reassignment, or if the
 * order was reassigned while the caller was delivering the order. Returns undefined for any other caller.
 */
const findFormerCourier = async (tx: Db, { caller, order }: Request, stop: Stop): Promise<string | undefined> => {
  const { rows } = await sql<{ alias: string }>`select u.alias from app_user u where u.id = ${caller.userId}
    and (u.id = ${stop.formerCourierId}::int or exists (select 1 from delivery_stop d join delivery_trip t on t.id = d.trip_id and t.company_id = d.company_id
      where d.order_id = ${order.id} and d.company_id = ${order.companyId} and d.state = 'moved' and t.courier_id = u.id))`.execute(
    tx,
  );
  return rows[0]?.alias;
};

/**
 * Records the report of a former courier in the history of the order, and notifies the dispatchers. Throws `Conflict`
 * if `findFormerCourier` returns undefined.
 */
const reportLate = async (tx: Db, request: Request, stop: Stop, report: string): Promise<void> => {
  const { order, caller } = request;
  const alias = await findFormerCourier(tx, request, stop);
  if (alias === undefined) throw new Conflict(`Заказ № ${order.internalId} у курьера: ${stop.courierAlias}.`);
  const newName = `${alias} сообщил: ${report}. Заказ у курьера: ${stop.courierAlias}`;
  await recordHistory(tx, order, caller.userId, [{ typeElement: "Delivery", type: "Update", newName }]);
  await notifyDispatchers(tx, {
    orderId: order.id,
    companyId: order.companyId,
    byUserId: caller.userId,
    title: `Заказ № ${order.internalId}: два курьера`,
    message: newName,
  });
};

const takePayment = async (tx: Db, { company, caller, order, action, requestKey }: Request): Promise<void> => {
  const { payment } = action;
  if (!payment) return;
  if (!hasPermission(company, "payment.accept")) throw new Forbidden("У вас нет права принимать оплату.");
  await acceptPayment(tx, company, caller, { orderId: order.id, seen: undefined, requestKey }, { payment: [payment] });
};

/**
 * Runs `act` on the active stop of an order if the caller is the courier of the stop or a manager of deliveries. Does
 * nothing if the stop already has the state `done`, and for a former courier calls only `reportLate`. Throws `Conflict`
 * if the order has no stop, or if the stop has ended with a state other than `done`, and the error of `reportLate`.
 */
const onActiveStop = async (
  tx: Db,
  request: Request,
  { done, report }: { done: "delivered" | "failed"; report: string },
  act: (stop: Stop) => Promise<void>,
): Promise<void> => {
  const stop = await findStop(tx, request.order);
  if (!stop) throw new Conflict(`Заказа № ${request.order.internalId} нет ни у одного курьера.`);
  if (!isOwn(request, stop)) return reportLate(tx, request, stop, report);
  if (isActive(stop)) return act(stop);
  if (stop.state !== done) throw new Conflict("Доставка уже завершена иначе. Сначала верните её.");
};

const deliver = (tx: Db, request: Request): Promise<void> =>
  onActiveStop(tx, request, { done: "delivered", report: "доставлен" }, async (stop) => {
    const { company, caller, order } = request;
    if (order.status.isCancel)
      throw new Conflict(`Заказ № ${order.internalId} отменили. Нажмите «Понял» и привезите его назад.`);
    await takePayment(tx, request);
    await setState(tx, request, stop, { state: "delivered", reason: null, history: "Доставлен" });
    const after = await lockOrder(tx, company.id, order.id, undefined);
    await followStatus(tx, company, caller, after, "delivered");
  });

const fail = async (tx: Db, request: Request): Promise<void> => {
  const reason = request.action.reason?.trim();
  if (!reason) throw invalidFields({ reason: "Укажите причину." });
  await onActiveStop(tx, request, { done: "failed", report: `не доставлен, ${reason}` }, async (stop) => {
    const { order, caller } = request;
    await setState(tx, request, stop, { state: "failed", reason, history: `Не доставлен: ${reason}` });
    await notifyDispatchers(tx, {
      orderId: order.id,
      companyId: order.companyId,
      byUserId: caller.userId,
      title: `Заказ № ${order.internalId}: не доставлен`,
      message: reason,
    });
  });
};

/**
 * Reopens a finished delivery; does nothing if it is not finished. If the courier has started another trip in the
 * meantime, the stop continues in that trip, because a courier can be on only one trip. Throws `Conflict` if the caller
 * may not act on the stop, if the order is closed or cancelled, if the trip is closed, or if the delivery ended more
 * than two hours ago.
 */
const reopen = async (tx: Db, request: Request): Promise<void> => {
  const { order, caller } = request;
  const stop = await findStop(tx, order);
  if (!stop || !isOwn(request, stop)) throw new Conflict("Эту доставку завершили не вы.");
  if (isActive(stop)) return;
  if (order.status.isClosed || order.status.isCancel) throw new Conflict("Заказ уже закрыт.");
  if (stop.tripState === "closed") throw new Conflict("Рейс уже завершён.");
  if (stop.at && stop.at.getTime() < Date.now() - REOPEN_MS)
    throw new Conflict("Вернуть доставку можно в течение двух часов.");
  const { id: tripId } = (await findTripOut(tx, request.company.id, stop.courierId)) ?? { id: stop.tripId };
  await sql`update delivery_stop set state = 'onTheWay', at = null, received_at = null, reason = null, trip_id = ${tripId},
    position = case when trip_id = ${tripId} then position
      else (select coalesce(max(d.position), 0) + 1 from delivery_stop d
        where d.trip_id = ${tripId} and d.company_id = ${order.companyId}) end
    where id = ${stop.id} and company_id = ${order.companyId}`.execute(tx);
  await settleTrip(tx, order.companyId, tripId);
  await recordHistory(tx, order, caller.userId, [
    { typeElement: "Delivery", type: "Update", newName: "Доставка возвращена" },
  ]);
};

const confirmCancellation = async (tx: Db, request: Request): Promise<void> => {
  const stop = await findStop(tx, request.order);
  if (!isActive(stop)) return;
  if (!isOwn(request, stop)) throw new Conflict(`Заказ у курьера: ${stop.courierAlias}.`);
  if (!request.order.status.isCancel) throw new Conflict("Заказ не отменён.");
  await setState(tx, request, stop, { state: "failed", reason: "Заказ отменён", history: "Курьер знает об отмене" });
};

/**
 * Applies a courier's action to an order and returns its trip and courier (areas, section 8). A repeated action has no
 * effect; the report of a former courier is only recorded and sent to the dispatchers. Throws:
 * - `NotFound` for an unknown order,
 * - `Conflict` if a different courier has the order or the order's state forbids the action,
 * - `Invalid` for a failure without a reason,
 * - `Forbidden` for a payment without the permission to accept payments, and the errors of `acceptPayment`,
 * - the errors of `takeOrder` and `followStatus`.
 */
export const tapDeliveryStop = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { orderId, verb, requestKey }: { orderId: number; verb: DeliveryVerb; requestKey: string | null },
  action: Action,
): Promise<Schemas["DeliveryPlace"]> => {
  if (verb === "Take" || verb === "Reopen") await lockCompany(tx, company.id);
  const order = await lockOrder(tx, company.id, orderId, undefined);
  const request = { company, caller, order, action, requestKey };
  if (verb === "Take") await takeOrder(tx, company, caller, order);
  else await { Deliver: deliver, Fail: fail, Reopen: reopen, Seen: confirmCancellation }[verb](tx, request);
  return readPlace(tx, order);
};
