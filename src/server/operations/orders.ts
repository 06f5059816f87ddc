import type { Db } from "../database/connection.ts";
import type { Handlers, StoredJson } from "../http/handlerTypes.ts";
import { createOrder } from "../services/orders/orderCreate.ts";
import { editOrder } from "../services/orders/orderEdit.ts";
import { checkOrder, readOrderCost } from "../services/orders/orderExists.ts";
import { readOrderHistoryJson } from "../services/orders/orderHistory.ts";
import { readOrderJson } from "../services/orders/orderJson.ts";
import { readExtendedSummaryJson, readOrderDays, readOrderSummaryJson } from "../services/orders/orderLists.ts";
import { lockOrder } from "../services/orders/orderLock.ts";
import { changeStatus } from "../services/orders/orderStatus.ts";
import { listUsedStockItems } from "../services/orders/orderStock.ts";
import { recordViewer } from "../services/orders/orderViewers.ts";
import { storeStatusUndo, undoStatus } from "../services/orders/statusUndo.ts";
import { requireRow } from "../services/shared/domainErrors.ts";
import { parsePeriod } from "../services/shared/period.ts";
import { parseOrderFilter } from "./orderFilter.ts";

const readOrder = async (db: Db, companyId: number, orderId: number): Promise<StoredJson> => ({
  json: requireRow(await readOrderJson(db, companyId, orderId), "Заказ не найден."),
});

/** Handlers for orders, their statuses, their history, and the cost and the stock items of their dishes. */
export const orderOperations = {
  listOrders: async ({ db, company, query }) => ({
    json: await readOrderSummaryJson(db, parseOrderFilter(company, query)),
  }),
  listOrderSummary: async ({ db, company, query }) => ({
    json: await readOrderSummaryJson(db, parseOrderFilter(company, query)),
  }),
  listOrderMediumSummary: async ({ db, company, query }) => ({
    json: await readExtendedSummaryJson(db, parseOrderFilter(company, query), query),
  }),
  listOrderDays: ({ db, company, query }) =>
    readOrderDays(db, company.id, parsePeriod(query, company.zone, new Date()), company.zone),

  getOrder: async ({ db, company, caller, path }) => {
    const [order] = await Promise.all([readOrder(db, company.id, path.orderId), recordViewer(db, path, caller.userId)]);
    return order;
  },
  createOrder: async ({ db, company, caller, body }) =>
    readOrder(db, company.id, await createOrder(db, company, caller, body)),
  editOrder: async ({ db, company, caller, path, seen, body }) => {
    await editOrder(db, company, caller, { orderId: path.orderId, seen }, body);
    return readOrder(db, company.id, path.orderId);
  },
  changeOrderStatus: async ({ db, company, caller, path, seen, body }) => {
    const order = await lockOrder(db, company.id, path.orderId, seen);
    const chosen = { statusId: body.orderStatusId, reason: body.orderStatusReason ?? null };
    await changeStatus(db, company, caller, order, chosen);
    await storeStatusUndo(db, caller, order);
    return readOrder(db, company.id, path.orderId);
  },
  undoOrderStatus: async ({ db, company, caller, path, seen }) => {
    await undoStatus(db, company, caller, await lockOrder(db, company.id, path.orderId, seen));
    return readOrder(db, company.id, path.orderId);
  },

  getOrderPrimeCost: async ({ db, company, path }) => ({
    primeCost: await readOrderCost(db, company.id, path.orderId),
  }),
  listUsedStockItems: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return listUsedStockItems(db, { id: path.orderId, companyId: company.id });
  },
  listOrderHistory: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return { json: await readOrderHistoryJson(db, { id: path.orderId, companyId: company.id }) };
  },
} satisfies Pick<
  Handlers,
  | "listOrders"
  | "listOrderSummary"
  | "listOrderMediumSummary"
  | "listOrderDays"
  | "getOrder"
  | "createOrder"
  | "editOrder"
  | "changeOrderStatus"
  | "undoOrderStatus"
  | "getOrderPrimeCost"
  | "listUsedStockItems"
  | "listOrderHistory"
>;
