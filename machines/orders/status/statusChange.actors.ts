import type { CallbackActorLogic, EventObject } from "xstate";
import { type Api, type ApiProblem, unwrap } from "#api/client.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { isOrder, type OrderPath, paymentSums, readPayments } from "#machines/payments/orderSnapshot.ts";
import { completeOrder, type Order } from "#machines/queries/order.ts";
import { withTimeLimit } from "#machines/session/timeLimit.ts";
import { type StatusConflict, type StatusRequest, statusMutationMachine } from "./statusChange.ts";

type StatusOutcome = MutationOutcome<Order, StatusConflict>;

/** Dependencies of the actors of a status change. */
export interface StatusParts {
  readonly api: Api;
  readonly newKey: () => string;
  readonly environment: CallbackActorLogic<EventObject>;
}

/** Returns the current order from a 412 answer (stale version), or undefined if the answer contains none. */
const conflictOf = ({ body }: ApiProblem, companyId: number): StatusConflict | undefined => {
  const order: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "order") : undefined;
  return isOrder(order) ? { order: completeOrder(order, companyId), unpaid: undefined } : undefined;
};

/** Time limit for reading the payments after a version conflict, ms. */
const PAYMENTS_MS = 3000;

/**
 * Adds the unpaid amount to a version conflict, because the other user may have accepted a payment. A conflict stays
 * unchanged if its payments cannot be read in time. Any other outcome is returned unchanged.
 */
const withUnpaid = async (
  api: Api,
  outcome: StatusOutcome,
  path: OrderPath,
  signal: AbortSignal,
): Promise<StatusOutcome> => {
  if (outcome.kind !== "stale") return outcome;
  const { order } = outcome.current;
  try {
    const payments = await withTimeLimit(PAYMENTS_MS, signal, (limit) => readPayments(api, path, limit));
    return { kind: "stale", current: { order, unpaid: paymentSums(order, payments).unpaid } };
  } catch {
    return outcome;
  }
};

const pathOf = ({ companyId, orderId }: StatusRequest): OrderPath => ({ companyId, orderId });

/** Sends a status change and returns the changed order. Throws if the server refuses the change or does not answer. */
export const patchStatus = async (api: Api, { key, request }: MutationIntent<StatusRequest>): Promise<Order> => {
  const { version, statusId, reason } = request;
  const path = pathOf(request);
  const order = await unwrap(
    api.PATCH("/api/Order/Company/{companyId}/{orderId}", {
      params: { path, header: toWriteHeaders({ version, key }) },
      body: { ...path, orderStatusId: statusId, orderStatusReason: reason || null },
    }),
    isOrder,
  );
  return completeOrder(order, path.companyId);
};

const sendWith = async (
  api: Api,
  post: typeof patchStatus,
  intent: MutationIntent<StatusRequest>,
  signal: AbortSignal,
): Promise<StatusOutcome> => {
  const path = pathOf(intent.request);
  try {
    return { kind: "recorded", result: await post(api, intent) };
  } catch (error) {
    return withUnpaid(
      api,
      failedOutcome(error, (problem) => conflictOf(problem, path.companyId)),
      path,
      signal,
    );
  }
};

/**
 * Reads the order to verify a status change. If the order has the requested status, the change was recorded. If it
 * has a different status, a new version means a change by another user, and the same version means that nothing was
 * recorded.
 */
const verify = async (
  api: Api,
  { request }: MutationIntent<StatusRequest>,
  signal: AbortSignal,
): Promise<StatusOutcome> => {
  const path = pathOf(request);
  try {
    const answer = await unwrap(
      api.GET("/api/Order/Company/{companyId}/{orderId}", { params: { path }, signal }),
      isOrder,
    );
    const order = completeOrder(answer, path.companyId);
    if (order.statusId === request.statusId) return { kind: "recorded", result: order };
    if (order.version === request.version) return { kind: "notRecorded" };
    return withUnpaid(api, { kind: "stale", current: { order, unpaid: undefined } }, path, signal);
  } catch (error) {
    return failedOutcome(error);
  }
};

/**
 * Returns the mutation that changes the status of an order or undoes such a change. `post` sends the request, and
 * throws if the server refuses the request or does not answer.
 */
export const statusMutation = ({ api, newKey, environment }: StatusParts, post: typeof patchStatus) =>
  statusMutationMachine.provide({
    actors: unstoredMutationActors(
      { environment, newKey },
      {
        send: (intent: MutationIntent<StatusRequest>, signal) => sendWith(api, post, intent, signal),
        verify: (intent, signal) => verify(api, intent, signal),
      },
    ),
  });

/** Returns the actors of the dialog that changes the status of an order. */
export const statusChangeActors = (parts: StatusParts) => ({ change: statusMutation(parts, patchStatus) });
