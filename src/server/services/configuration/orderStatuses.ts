import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { storedFieldsSql } from "../customFields/customFields.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { createDirectory } from "./sortedDirectory.ts";

type Status = Complete<Schemas["OrderStatus"]>;

/** Directory of the order statuses of a company. */
export const orderStatuses = createDirectory<Status>({
  table: "order_status",
  columns: sql`id, name, color, sort as "order", is_editable as "isEditable", is_closed as "isClosed",
    is_cancel as "isCancel", is_add_stock_operation as "isAddStockOperation", is_require_reason as "isRequireReason",
    is_technical as "isTechnical", is_removed as "isRemoved", custom_field as "customField", version`,
  missing: "Статус не найден.",
  taken: "Статус с таким названием уже есть.",
});

const valuesOf = async (tx: Db, companyId: number, save: Schemas["OrderStatusSave"]) => ({
  name: save.name,
  color: save.color,
  sort: save.order,
  is_editable: save.isEditable,
  is_closed: save.isClosed,
  is_cancel: save.isCancel,
  is_add_stock_operation: save.isAddStockOperation,
  is_require_reason: save.isRequireReason,
  custom_field: await storedFieldsSql(tx, { companyId, companyGroupId: null }, "orderStatus", save.customField),
});

const isInitial = ({ isTechnical, isClosed, isCancel }: Status): boolean => !isTechnical && !isClosed && !isCancel;

/**
 * Throws `Conflict` if the change or the removal of the status `before` leaves no status with which orders can begin.
 * Orders begin with the first status that is not technical and that neither closes nor cancels the order.
 */
const checkInitialStatusRemains = async (tx: Db, companyId: number, before: Status): Promise<void> => {
  if (!isInitial(before) || (await orderStatuses.inUse(tx, companyId)).some(isInitial)) return;
  throw new Conflict(
    `«${before.name}» — единственный статус, с которого начинаются заказы: без него новый заказ не принять. Сначала добавьте другой такой статус.`,
  );
};

const SETTLEMENT_FIELDS = ["isClosed", "isCancel", "isAddStockOperation"] as const;

/**
 * Throws `Conflict` if a change would alter how a status affects payments and stock while orders have this status.
 * These orders are already settled with the current flags.
 */
const checkSettlementUnchanged = async (tx: Db, before: Status, save: Schemas["OrderStatusSave"]): Promise<void> => {
  if (SETTLEMENT_FIELDS.every((flag) => save[flag] === undefined || save[flag] === before[flag])) return;
  const rows = await tx.selectFrom("orders").select("id").where("status_id", "=", before.id).limit(1).execute();
  if (rows.length > 0)
    throw new Conflict(
      `Статус «${before.name}» есть у заказов: их оплата и склад уже посчитаны по нему. Закрывает ли он, отменяет ли и списывает ли товар, изменить нельзя — добавьте новый статус.`,
    );
};

/** Adds an order status. Throws `Invalid` for a used name, and the errors of `storedFieldsSql`. */
export const createOrderStatus = async (
  tx: Db,
  companyId: number,
  save: Schemas["OrderStatusSave"],
): Promise<Status> => {
  const { custom_field = "{}", ...values } = await valuesOf(tx, companyId, save);
  return orderStatuses.add(tx, companyId, { ...values, custom_field });
};

/**
 * Updates an order status. Throws `NotFound` for an unknown status, `Stale` if the caller saw a different version,
 * `Invalid` for a used name, and the errors of `checkSettlementUnchanged`, `storedFieldsSql` and
 * `checkInitialStatusRemains`.
 */
export const updateOrderStatus = async (
  tx: Db,
  companyId: number,
  which: VersionedId,
  save: Schemas["OrderStatusUpdate"],
): Promise<Status> => {
  const before = await orderStatuses.open(tx, companyId, which);
  await checkSettlementUnchanged(tx, before, save);
  const values = { ...(await valuesOf(tx, companyId, save)), is_technical: save.isTechnical };
  const after = await orderStatuses.write(tx, companyId, before.id, values);
  await checkInitialStatusRemains(tx, companyId, before);
  return after;
};

/**
 * Marks an order status as removed. Throws `NotFound` for an unknown status, and the errors of
 * `checkInitialStatusRemains`.
 */
export const removeOrderStatus = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await checkInitialStatusRemains(tx, companyId, await orderStatuses.remove(tx, companyId, id));
  return undefined;
};
