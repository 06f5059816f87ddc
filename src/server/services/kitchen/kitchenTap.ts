import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { OrderKey } from "../orders/orderKey.ts";
import { type LockedOrder, lockOrder } from "../orders/orderLock.ts";
import { changeStatus } from "../orders/orderStatus.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { dishSql, readKitchenItem } from "./kitchenItems.ts";
import { readKitchenSettings } from "./kitchenSettings.ts";

type Tap = Schemas["KitchenTap"];
type Item = Schemas["KitchenItem"];

/**
 * Action of a cook on a dish. `Return` takes back `Start` or `Ready`, and `Seen` confirms a change or a cancellation.
 */
export type KitchenVerb = "Start" | "Ready" | "Return" | "Seen";

const RECALL_MS = 2 * 60 * 60_000;

/** Locks the order of a kitchen item and then the item. Throws `NotFound` for an unknown item. */
const lockItem = async (tx: Db, companyId: number, lineId: number): Promise<{ order: LockedOrder; item: Item }> => {
  const row = await tx
    .selectFrom("kitchen_line")
    .select("order_id")
    .where("order_line_id", "=", lineId)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const { order_id: orderId } = requireRow(row, "Этого блюда на кухне нет.");
  const order = await lockOrder(tx, companyId, orderId, undefined);
  await tx
    .selectFrom("kitchen_line")
    .select("state")
    .where("order_line_id", "=", lineId)
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
  return { order, item: await readKitchenItem(tx, companyId, lineId) };
};

/**
 * Returns the SQL for the time of a cook's action, by default the current time. The time is limited to the period from
 * the sending of the order to now, because the clock of a tablet may be wrong.
 */
const tapTimeSql = (order: OrderKey, at: string | undefined) =>
  sql<Date>`greatest(least(${at ?? null}::timestamptz, now()), (select kitchen_sent_at from orders
    where id = ${order.id} and company_id = ${order.companyId}))`;

/** Throws `Conflict` if the order is closed, or if the cook must first confirm a change or a cancellation. */
const checkMayCook = (order: LockedOrder, item: Item): void => {
  if (item.isCancelled) throw new Conflict("Это блюдо отменили.");
  if (order.status.isClosed) throw new Conflict("Заказ уже закрыт.");
  if (item.isChanged) throw new Conflict("Заказ изменили: сначала нажмите «Понял».");
};

const cook = async (
  tx: Db,
  caller: Caller,
  { order, item }: { order: LockedOrder; item: Item },
  tap: Tap,
  isReady: boolean,
): Promise<void> => {
  if (item.state === "ready" || (item.state === "cooking" && !isReady)) return;
  checkMayCook(order, item);
  const at = tapTimeSql(order, tap.at);
  await sql`update kitchen_line k set state = ${isReady ? "ready" : "cooking"}, started_at = coalesce(started_at, ${at}),
      ready_at = ${isReady ? sql`greatest(started_at, ${at})` : sql`null`}, cook_id = ${caller.userId},
      known = coalesce(known, ${dishSql})
    from order_line l where l.id = k.order_line_id and l.company_id = k.company_id and k.order_line_id = ${item.id} and k.company_id = ${order.companyId}`.execute(
    tx,
  );
};

const takeBack = async (tx: Db, order: LockedOrder, item: Item, to: Tap["to"]): Promise<void> => {
  if (to === undefined) throw invalidFields({ to: "Укажите, куда вернуть блюдо." });
  if (item.state === "new" || item.state === to) return;
  if (item.isCancelled) throw new Conflict("Это блюдо отменили.");
  if (order.status.isClosed) throw new Conflict("Заказ уже закрыт.");
  if (item.readyAt !== null && Date.parse(item.readyAt) < Date.now() - RECALL_MS)
    throw new Conflict("Вернуть блюдо можно в течение двух часов.");
  const isNew = to === "new";
  await tx
    .updateTable("kitchen_line")
    .set({ state: to, ready_at: null, ...(isNew && { started_at: null, cook_id: null }) })
    .where("order_line_id", "=", item.id)
    .where("company_id", "=", order.companyId)
    .execute();
};

const confirm = async (tx: Db, order: OrderKey, item: Item, { digest }: Tap): Promise<void> => {
  if (item.isCancelled) {
    await tx
      .updateTable("kitchen_line")
      .set({ closed_at: sql`now()` })
      .where("order_line_id", "=", item.id)
      .where("company_id", "=", order.companyId)
      .where("closed_at", "is", null)
      .execute();
    return;
  }
  if (digest === undefined) throw invalidFields({ digest: "Укажите, что вы видели." });
  if (!item.isChanged) return;
  if (digest !== item.digest) throw new Conflict("Заказ изменили ещё раз. Посмотрите новое изменение.");
  await sql`update kitchen_line k set known = ${dishSql} from order_line l
    where l.id = k.order_line_id and l.company_id = k.company_id and k.order_line_id = ${item.id} and k.company_id = ${order.companyId}`.execute(
    tx,
  );
};

/** Returns true if all dishes of the order are ready. Ignores cancelled dishes. */
const isOrderReady = async (tx: Db, order: OrderKey): Promise<boolean> => {
  const { rows } = await sql<{ isReady: boolean }>`select bool_and(k.state = 'ready') as "isReady"
    from kitchen_line k join order_line l on l.id = k.order_line_id and l.company_id = k.company_id
    where k.order_id = ${order.id} and k.company_id = ${order.companyId}`.execute(tx);
  return rows[0]?.isReady ?? false;
};

/**
 * Returns true if the kitchen may set a status. The order must be open. The status must come after the current one, and
 * must not be removed or technical, require a reason, or close or cancel the order.
 */
const mayFollow = async (tx: Db, order: LockedOrder, statusId: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from order_status n, order_status s
    where n.id = ${statusId} and n.company_id = ${order.companyId} and s.id = ${order.status.id} and n.sort > s.sort
      and not n.is_removed and not n.is_technical and not n.is_require_reason and not n.is_closed and not n.is_cancel
      and not s.is_closed and not s.is_cancel`.execute(tx);
  return rows.length > 0;
};

/**
 * Changes the status of an order after a cook's action. The new status is the configured status for ready orders if all
 * dishes are ready, otherwise (or if that status is not configured) the status for started orders. Does nothing without
 * such a status, or if `mayFollow` returns false; throws the errors of `changeStatus`.
 */
const followStatus = async (tx: Db, company: CompanyScope, caller: Caller, order: LockedOrder): Promise<void> => {
  const { startStatusId, readyStatusId } = await readKitchenSettings(tx, company.id);
  const statusId = readyStatusId !== null && (await isOrderReady(tx, order)) ? readyStatusId : startStatusId;
  if (statusId === null || !(await mayFollow(tx, order, statusId))) return;
  await changeStatus(tx, company, caller, order, { statusId, reason: null });
};

/**
 * Applies an action of a cook to a dish and returns the dish (areas, section 7); a repeated action has no effect.
 * Throws:
 * - `NotFound` for a dish that is not in the kitchen,
 * - `Invalid` for an action without its required field (`to` or `digest`),
 * - `Conflict` if the dish was cancelled, has an unconfirmed change or was changed again since the cook saw it, if the
 *   order is closed, or if the cook returns a dish that became ready more than 2 hours ago,
 * - the errors of `followStatus`.
 */
export const tapKitchenItem = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { lineId, verb }: { lineId: number; verb: KitchenVerb },
  tap: Tap,
): Promise<Item> => {
  const locked = await lockItem(tx, company.id, lineId);
  const { order, item } = locked;
  if (verb === "Seen") await confirm(tx, order, item, tap);
  else if (verb === "Return") await takeBack(tx, order, item, tap.to);
  else {
    await cook(tx, caller, locked, tap, verb === "Ready");
    await followStatus(tx, company, caller, order);
  }
  return readKitchenItem(tx, company.id, lineId);
};
