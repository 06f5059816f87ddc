import { fromPromise } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import { isOrder } from "#machines/payments/acceptPayment.actors.ts";
import { sumsOf } from "#machines/payments/acceptPayment.ts";
import { withTimeLimit } from "#machines/session/timeLimit.ts";
import type { StatusAnswer, StatusRequest } from "./statusChange.machine.ts";

/** The current order that a 412 carries, if it does. */
const staleOrder = (reason: unknown): Schemas["Order"] | undefined => {
  if (!(reason instanceof ApiProblem) || reason.status !== 412) return undefined;
  const { body } = reason;
  const order: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "order") : undefined;
  return isOrder(order) ? order : undefined;
};

const failureOf = (reason: unknown): StatusAnswer => {
  const order = staleOrder(reason);
  if (order !== undefined) return { kind: "stale", order };
  const isRefusal = reason instanceof ApiProblem && reason.status >= 400 && reason.status < 500;
  return isRefusal ? { kind: "refused", message: reason.message } : { kind: "unanswered" };
};

/** How long the operator waits for the payments beside an order that was changed, milliseconds. */
const PAYMENTS_MS = 3000;

/** The answer with what is not paid, where the order was changed: it may have been a payment. Without an answer it stays as it was. */
const withUnpaid = async (
  api: Api,
  answer: StatusAnswer,
  path: { companyId: number; orderId: number },
  signal: AbortSignal,
): Promise<StatusAnswer> => {
  if (answer.kind !== "stale") return answer;
  try {
    const payments = await withTimeLimit(PAYMENTS_MS, signal, (limit) =>
      unwrap(
        api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path }, signal: limit }),
        Array.isArray,
      ),
    );
    return { ...answer, unpaid: sumsOf(answer.order, payments).unpaid };
  } catch {
    return answer;
  }
};

/** The calls of a status change. */
export const statusChangeActors = (api: Api, newKey: () => string) => ({
  change: fromPromise<StatusAnswer, StatusRequest>(async ({ input: { companyId, orderId, ...request }, signal }) => {
    try {
      const order = await unwrap(
        api.PATCH("/api/Order/Company/{companyId}/{orderId}", {
          params: {
            path: { companyId, orderId },
            header: { "If-Match": `"${request.version}"`, "Idempotency-Key": newKey() },
          },
          body: { orderStatusId: request.statusId, orderStatusReason: request.reason || null },
        }),
        isOrder,
      );
      return { kind: "changed", order };
    } catch (reason) {
      return withUnpaid(api, failureOf(reason), { companyId, orderId }, signal);
    }
  }),
  verify: fromPromise<StatusAnswer, StatusRequest>(async ({ input: { companyId, orderId, ...request }, signal }) => {
    try {
      const order = await unwrap(
        api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path: { companyId, orderId } }, signal }),
        isOrder,
      );
      if (order.statusId === request.statusId) return { kind: "changed", order };
      if (order.version !== request.version)
        return withUnpaid(api, { kind: "stale", order }, { companyId, orderId }, signal);
      return {
        kind: "refused",
        message: "Статус не сменился: сервер не ответил. Попробуйте ещё раз.",
        isFault: true,
      };
    } catch (reason) {
      return failureOf(reason);
    }
  }),
});
