import type { CallbackActorLogic, EventObject } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { doorInvoiceMutation, doorInvoiceQuery, type Invoice } from "./doorInvoice.ts";
import type { OrderPath } from "./orderSnapshot.ts";

/** Dependencies of the actors of `doorInvoiceMachine`. `now` returns the server's time, ms since 1970. */
export interface DoorInvoiceParts {
  readonly api: Api;
  readonly newKey: () => string;
  readonly now: () => number;
  readonly environment: CallbackActorLogic<EventObject>;
}

type Outcome = MutationOutcome<Invoice, never>;

const isInvoice = (answer: unknown): boolean => hasFields(answer, { status: "string", amount: "number" });

const status: QueryDescriptor<OrderPath, Invoice> = {
  name: "doorInvoice",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/DeliveryStop/{orderId}/Company/{companyId}/Invoice", { params: { path }, signal }), isInvoice),
};

/** Sends a request about the invoice: POST issues the invoice, DELETE cancels the invoice. */
const send = async (
  api: Api,
  method: "POST" | "DELETE",
  { key, request: path }: MutationIntent<OrderPath>,
): Promise<Outcome> => {
  const params = { path, header: { "Idempotency-Key": key } };
  try {
    const answer =
      method === "POST"
        ? api.POST("/api/DeliveryStop/{orderId}/Company/{companyId}/Invoice", { params })
        : api.DELETE("/api/DeliveryStop/{orderId}/Company/{companyId}/Invoice", { params });
    return { kind: "recorded", result: await unwrap(answer, isInvoice) };
  } catch (error) {
    // The payment provider failed or refused (502). The next request continues with the same invoice, so the user may
    // retry.
    if (error instanceof ApiProblem && error.status === 502) return { kind: "refused", failure: toFailure(error) };
    return failedOutcome(error);
  }
};

const mutationOf = ({ api, newKey, environment }: DoorInvoiceParts, method: "POST" | "DELETE") =>
  doorInvoiceMutation.provide({
    actors: unstoredMutationActors(
      { environment, newKey },
      { send: (intent: MutationIntent<OrderPath>) => send(api, method, intent) },
    ),
  });

/**
 * Returns the actors that issue, check and cancel an invoice at the door. An unanswered request is sent again under the
 * same idempotency key.
 */
export const doorInvoiceActors = (parts: DoorInvoiceParts) => ({
  issue: mutationOf(parts, "POST"),
  cancel: mutationOf(parts, "DELETE"),
  invoice: doorInvoiceQuery.provide({ actors: queryActors(parts, status) }),
});
