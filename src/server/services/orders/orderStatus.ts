import { sql } from "kysely";
import { formatMoney, roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { closeDelivery } from "../delivery/tripStates.ts";
import { takePortions } from "../kitchen/itemStops.ts";
import { closeKitchenItems, reopenKitchenItems, sendOrderToKitchen } from "../kitchen/kitchenSending.ts";
import { notifyWatchers } from "../notifications/notifications.ts";
import { type Caller, type CompanyScope, requirePermission } from "../session/caller.ts";
import { Conflict, Invalid } from "../shared/domainErrors.ts";
import { checkRestoredDiscount } from "./orderDiscountTerms.ts";
import { recordHistory } from "./orderHistory.ts";
import { type LockedOrder, readPaid, type StatusFlags, statusObjectSql } from "./orderLock.ts";
import { readLines } from "./orderRows.ts";
import { hasReservedStock, processStock, releaseStock, reserveStock } from "./orderStock.ts";

/** Status that the operator chose or that is restored, with the operator's reason. */
export interface ChosenStatus {
  readonly statusId: number;
  readonly reason: string | null;
}

/**
 * Reads an order status and protects it from changes until the transaction ends. Throws `Invalid` when the company has
 * no such status.
 */
export const lockStatus = async (tx: Db, companyId: number, statusId: number): Promise<StatusFlags> => {
  const { rows } = await sql<{ status: StatusFlags }>`select ${statusObjectSql} as status
    from order_status s where s.id = ${statusId} and s.company_id = ${companyId} for share`.execute(tx);
  const status = rows[0]?.status;
  if (!status) throw new Invalid("Такого статуса нет.", { orderStatusId: "Такого статуса нет." });
  return status;
};

const checkStatus = (next: StatusFlags, reason: string | null): void => {
  const refuse = (why: string) => new Invalid(why, { orderStatusId: why });
  if (next.isRemoved) throw refuse(`Статус «${next.name}» удалён.`);
  if (next.isTechnical) throw refuse(`Статус «${next.name}» ставит только система.`);
  if (next.isRequireReason && !reason)
    throw new Invalid("Укажите причину.", { orderStatusReason: `Для статуса «${next.name}» нужна причина.` });
};

/**
 * Throws `Conflict` if the status `next` would cancel an order with a completed payment. Throws `PermissionMissing` if
 * `next` would close an unpaid order and the caller lacks the permission to confirm payments (decisions, section 5).
 */
const checkMoney = async (tx: Db, company: CompanyScope, order: LockedOrder, next: StatusFlags): Promise<void> => {
  if (!next.isCancel && !next.isClosed) return;
  const { completed } = await readPaid(tx, order);
  if (next.isCancel) {
    if (completed > 0)
      throw new Conflict(`Сначала верните клиенту ${formatMoney(completed)} — по заказу есть принятая оплата.`);
    return;
  }
  const due = roundMoney(order.amount - completed);
  if (due > 0)
    requirePermission(
      company,
      "payment.confirm",
      `Не оплачено ${formatMoney(due)} Закрыть заказ с долгом может только тот, кто подтверждает оплату.`,
    );
};

/** Throws `Conflict` if a cancelled order would be restored with a discount that has no uses left. */
const checkDiscountUses = async (tx: Db, order: LockedOrder, next: StatusFlags): Promise<void> => {
  if (order.status.isCancel && !next.isCancel) await checkRestoredDiscount(tx, order.companyId, order.id);
};

const moveStock = async (tx: Db, order: LockedOrder, next: StatusFlags, userId: number): Promise<void> => {
  const isReserved = await hasReservedStock(tx, order);
  if (next.isCancel) return isReserved ? releaseStock(tx, order.companyId, order.id) : undefined;
  if (next.isAddStockOperation && !isReserved) await reserveStock(tx, order.companyId, order.id, userId);
  if (next.isClosed) return processStock(tx, order.companyId, order.id);
  if (!next.isAddStockOperation && isReserved) await releaseStock(tx, order.companyId, order.id);
};

const moveOrder = async (
  tx: Db,
  order: LockedOrder,
  next: StatusFlags,
  reason: string | null,
  userId: number | null,
): Promise<void> => {
  await tx
    .updateTable("orders")
    .set({
      status_id: next.id,
      is_open: !(next.isClosed || next.isCancel),
      status_reason: reason,
      status_employee_id: userId,
      version: order.version + 1,
    })
    .where("id", "=", order.id)
    .where("company_id", "=", order.companyId)
    .execute();
  const newName = reason ? `${next.name}: ${reason}` : next.name;
  await recordHistory(tx, order, userId, [{ typeElement: "Status", type: "Update", newName }]);
  await notifyWatchers(tx, {
    orderId: order.id,
    companyId: order.companyId,
    byUserId: userId,
    title: `Заказ № ${order.internalId}: ${next.name}`,
    message: reason ?? "Статус заказа изменён",
  });
};

/**
 * Adds the portions of a cancelled order back to the stop list, or subtracts the portions of a restored order again.
 */
const movePortions = async (tx: Db, order: LockedOrder, next: StatusFlags): Promise<void> => {
  if (next.isCancel === order.status.isCancel) return;
  const lines = await readLines(tx, order);
  await (next.isCancel ? takePortions(tx, order.companyId, lines, []) : takePortions(tx, order.companyId, [], lines));
};

/**
 * Changes the status of a locked order, and updates its history, stock operations, kitchen dishes, delivery and the
 * stop list; notifies the watchers. Changes nothing if the order already has the status. Throws:
 * - `Conflict` for a closed order,
 * - `Invalid` for a removed or technical status, and for a missing reason,
 * - the errors of `lockStatus`, `checkMoney`, `checkDiscountUses` and `takePortions`.
 */
export const changeStatus = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  order: LockedOrder,
  chosen: ChosenStatus,
): Promise<void> => {
  if (order.status.isClosed) throw new Conflict("Заказ закрыт, статус изменить нельзя.");
  const next = await lockStatus(tx, company.id, chosen.statusId);
  const reason = chosen.reason?.trim() || null;
  checkStatus(next, reason);
  if (next.id === order.status.id) return;
  await checkMoney(tx, company, order, next);
  await checkDiscountUses(tx, order, next);
  await moveOrder(tx, order, next, reason, caller.userId);
  await sendOrderToKitchen(tx, order, "status");
  if (next.isClosed && !next.isCancel) {
    await closeKitchenItems(tx, order);
    await closeDelivery(tx, order);
  }
  // `moveStock` locks stock balances, which other orders need too. It runs after all steps that may wait for other
  // locks, except `movePortions`, which may wait only for rows of the stop list.
  await moveStock(tx, order, next, caller.userId);
  await movePortions(tx, order, next);
};

/**
 * Restores an earlier status of a locked order, even a technical one, and updates its history, stock operations,
 * kitchen dishes and the stop list; notifies the watchers. Throws `Conflict` if the earlier status was removed, and the
 * errors of `checkMoney`, `checkDiscountUses` and `takePortions`.
 */
export const restoreStatus = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  order: LockedOrder,
  { statusId, reason }: ChosenStatus,
): Promise<void> => {
  const earlier = await lockStatus(tx, company.id, statusId);
  if (earlier.isRemoved) throw new Conflict(`Статус «${earlier.name}» удалён, вернуть его нельзя.`);
  await checkMoney(tx, company, order, earlier);
  await checkDiscountUses(tx, order, earlier);
  await moveOrder(tx, order, earlier, reason, caller.userId);
  if (order.status.isCancel) await reopenKitchenItems(tx, order);
  await moveStock(tx, order, earlier, caller.userId);
  await movePortions(tx, order, earlier);
};
