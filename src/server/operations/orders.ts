import type { Zone } from "#domain/dates.ts";
import type { Db } from "../database/connection.ts";
import type { Handlers, Written } from "../http/contract.ts";
import { found } from "../problem.ts";
import type { CompanyScope } from "../services/caller.ts";
import { createOrder } from "../services/orders/order-create.ts";
import { editOrder } from "../services/orders/order-edit.ts";
import { checkOrder, readOrderCost } from "../services/orders/order-exists.ts";
import { orderHistoryJson } from "../services/orders/order-history.ts";
import { readOrderJson } from "../services/orders/order-json.ts";
import { type OrderFilter, orderDays, orderMediumJson, orderSummaryJson } from "../services/orders/order-lists.ts";
import { lockOrder } from "../services/orders/order-lock.ts";
import { changeStatus } from "../services/orders/order-status.ts";
import { usedStockItems } from "../services/orders/order-stock.ts";
import { noteViewer } from "../services/orders/order-viewers.ts";
import { namedPeriod, type Period, periodOrToday } from "../services/period.ts";
import { dayAt } from "../services/today.ts";

interface ListQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly orderStatusId?: readonly number[] | undefined;
  readonly orderTagId?: readonly number[] | undefined;
  readonly isOpenedOnly?: boolean | undefined;
}

/** Open orders without a first day are those left open from earlier days too, up to the end of today. */
const periodOf = (query: ListQuery, zone: Zone): Period => {
  const now = new Date();
  if (!query.isOpenedOnly || query.startDate) return periodOrToday(query, zone, now);
  if (query.endDate) return namedPeriod(query, zone, now);
  return { start: undefined, end: dayAt(now, zone).end };
};

const filterOf = (company: CompanyScope, query: ListQuery): OrderFilter => ({
  companyId: company.id,
  period: periodOf(query, company.zone),
  statusIds: query.orderStatusId,
  tagIds: query.orderTagId,
});

const whole = async (db: Db, companyId: number, orderId: number): Promise<Written> => ({
  json: found(await readOrderJson(db, companyId, orderId), "Заказ не найден."),
});

/** Orders, their statuses and their history. */
export const orderOperations = {
  listOrders: async ({ db, company, query }) => ({ json: await orderSummaryJson(db, filterOf(company, query)) }),
  listOrderSummary: async ({ db, company, query }) => ({ json: await orderSummaryJson(db, filterOf(company, query)) }),
  listOrderMediumSummary: async ({ db, company, query }) => ({
    json: await orderMediumJson(db, filterOf(company, query), query.isOpenedOnly ?? false),
  }),
  listOrderDays: ({ db, company, query }) =>
    orderDays(db, company.id, namedPeriod(query, company.zone, new Date()), company.zone),

  getOrder: async ({ db, company, caller, path }) => {
    const [order] = await Promise.all([whole(db, company.id, path.orderId), noteViewer(db, path, caller.userId)]);
    return order;
  },
  createOrder: async ({ db, company, caller, body }) =>
    whole(db, company.id, await createOrder(db, company, caller, body)),
  editOrder: async ({ db, company, caller, path, seen, body }) => {
    await editOrder(db, company, caller, { orderId: path.orderId, seen }, body);
    return whole(db, company.id, path.orderId);
  },
  changeOrderStatus: async ({ db, company, caller, path, seen, body }) => {
    const order = await lockOrder(db, company.id, path.orderId, seen);
    const chosen = { statusId: body.orderStatusId, reason: body.orderStatusReason ?? null };
    await changeStatus(db, company, caller, order, chosen);
    return whole(db, company.id, path.orderId);
  },

  getOrderPrimeCost: async ({ db, company, path }) => ({
    primeCost: await readOrderCost(db, company.id, path.orderId),
  }),
  listUsedStockItems: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return usedStockItems(db, path.orderId);
  },
  listOrderHistory: async ({ db, company, path }) => {
    await checkOrder(db, company.id, path.orderId);
    return { json: await orderHistoryJson(db, path.orderId) };
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
  | "getOrderPrimeCost"
  | "listUsedStockItems"
  | "listOrderHistory"
>;
