import type { Db } from "../database/connection.ts";
import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { createDiscount, discounts, updateDiscount } from "../services/configuration/discounts.ts";
import {
  checkExternalMethod,
  createExternalMethod,
  listExternalMethods,
  readExternalMethod,
  receiveNotification,
  removeExternalMethod,
  updateExternalMethod,
} from "../services/configuration/externalMethods.ts";
import {
  createOrderStatus,
  orderStatuses,
  removeOrderStatus,
  updateOrderStatus,
} from "../services/configuration/orderStatuses.ts";
import {
  createPaymentMethod,
  listExternalPaymentMethods,
  listPaymentMethods,
  paymentMethods,
  updatePaymentMethod,
} from "../services/configuration/paymentMethods.ts";
import { tagCalls, tags } from "../services/configuration/tags.ts";
import { finishRequest, type KeyedRequest } from "../services/shared/idempotency.ts";
import { providerContextOf, runClaimed } from "./providerCall.ts";
import { directoryHandlers } from "./sortedDirectory.ts";

const status = directoryHandlers(orderStatuses, { create: createOrderStatus, update: updateOrderStatus });
const tag = directoryHandlers(tags, tagCalls);
const discount = directoryHandlers(discounts, { create: createDiscount, update: updateDiscount });
const method = directoryHandlers(paymentMethods, { create: createPaymentMethod, update: updatePaymentMethod });

const changeOf = (request: KeyedRequest) => ({
  userId: request.userId,
  finish: (tx: Db, json: string) => finishRequest(tx, request, json),
});

/**
 * Handlers for order statuses, tags, discounts, payment methods and external payment methods of a company, and for the
 * notifications of payment providers.
 */
export const configurationOperations = {
  listOrderStatuses: status.all,
  summarizeOrderStatuses: status.inUse,
  getOrderStatus: status.one,
  createOrderStatus: status.create,
  updateOrderStatus: status.update,
  deleteOrderStatus: ({ db, company, path }) => removeOrderStatus(db, company.id, path.id),
  reorderOrderStatuses: status.reorder,

  listTags: tag.all,
  summarizeTags: tag.inUse,
  getTag: tag.one,
  createTag: tag.create,
  updateTag: tag.update,
  deleteTag: tag.remove,
  reorderTags: tag.reorder,

  listDiscounts: discount.all,
  summarizeDiscounts: discount.inUse,
  getDiscount: discount.one,
  createDiscount: discount.create,
  updateDiscount: discount.update,
  deleteDiscount: discount.remove,
  reorderDiscounts: discount.reorder,

  listPaymentMethods: ({ db, app, company }) => listPaymentMethods(db, app.providers, company.id),
  getPaymentMethod: method.one,
  createPaymentMethod: method.create,
  updatePaymentMethod: method.update,
  deletePaymentMethod: method.remove,
  reorderPaymentMethods: method.reorder,
  listExternalPaymentMethods: ({ db, company }) => listExternalPaymentMethods(db, company.id),

  listExternalMethods: ({ db, app, company }) => listExternalMethods(db, app.providers, company.id),
  getExternalMethod: ({ db, app, company, path }) => readExternalMethod(db, app.providers, company.id, path.id),
  createExternalMethod: withOwnTransactions(async (call) =>
    runClaimed(call, (keyedRequest) => {
      const { db, app, company, body } = call;
      return createExternalMethod(db, app.providers, company.id, body, changeOf(keyedRequest));
    }),
  ),
  updateExternalMethod: withOwnTransactions(async (call) =>
    runClaimed(call, (keyedRequest) => {
      const { db, app, company, path, seen, body } = call;
      return updateExternalMethod(db, app.providers, company.id, { id: path.id, seen }, body, changeOf(keyedRequest));
    }),
  ),
  deleteExternalMethod: ({ db, company, path }) => removeExternalMethod(db, company.id, path.id),
  checkExternalMethod: withOwnTransactions(async ({ db, app, company, path }) =>
    checkExternalMethod(db, app.providers, company.id, path.id),
  ),
  notifyExternalPayment: withOwnTransactions(async (call) =>
    receiveNotification(call.db, providerContextOf(call), call.path.token, call.body),
  ),
} satisfies Partial<Handlers>;
