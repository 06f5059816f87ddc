import { fromPromise } from "xstate";
import { type Api, ApiProblem, isOpen, NoAnswer, unwrap } from "#api/client.ts";
import { type Intent, isRecorded, type MoveDraft, paymentOf } from "./intent.ts";
import type { Found, Sent } from "./moneyMove.machine.ts";

/** Where intents are kept over a reload; every method ends only when it is done for good. */
export interface Journal {
  keep(intent: Intent): Promise<void>;
  drop(key: string): Promise<void>;
  /** The intents of an order that this tab, or a tab that is gone, left without an end; its own come first. */
  find(companyId: number, orderId: number): Promise<Intent[]>;
}

/** What movements of money need. */
export interface MoneyParts {
  readonly api: Api;
  readonly journal: Journal;
  /** A new idempotency key. */
  readonly newKey: () => string;
}

const call = async (api: Api, { companyId, orderId, version, key, move }: Intent): Promise<number | null> => {
  const path = { companyId, orderId };
  const header = { "Idempotency-Key": key };
  const seen = { ...header, "If-Match": `"${version}"` };
  switch (move.kind) {
    case "payment": {
      const body = {
        payment: move.parts,
        orderStatusId: move.statusId,
        orderStatusReason: move.reason === "" ? null : move.reason,
      };
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path, header: seen }, body }),
      );
      return null;
    }
    case "invoice": {
      const invoice = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/ExternalPayment", {
          params: { path, header: seen },
          body: { paymentMethodId: move.methodId, amount: move.amount },
        }),
      );
      return invoice.paymentId;
    }
    case "refund":
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/RejectPayment/{paymentId}", {
          params: { path: { ...path, paymentId: move.paymentId }, header },
        }),
      );
      return move.paymentId;
    case "confirm":
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/ConfirmPayment/{paymentId}", {
          params: { path: { ...path, paymentId: move.paymentId }, header },
        }),
      );
      return move.paymentId;
    case "check":
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", {
          params: { path: { ...path, paymentId: move.paymentId }, header },
        }),
      );
      return move.paymentId;
  }
};

const verify = async (api: Api, intent: Intent, signal: AbortSignal): Promise<Found> => {
  const path = { companyId: intent.companyId, orderId: intent.orderId };
  try {
    const payments = await unwrap(
      api.GET("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path }, signal }),
      Array.isArray,
    );
    if (!isRecorded(intent, payments)) return { kind: "absent" };
    return { kind: "recorded", paymentId: paymentOf(intent, payments)?.id ?? null };
  } catch (reason) {
    if (reason instanceof NoAnswer || reason instanceof ApiProblem) return { kind: "unanswered" };
    throw reason;
  }
};

/** The provider refused, or was silent: only in the first case is nothing left behind. A check that failed moved and learned nothing. */
const providerFailed = async (api: Api, intent: Intent, message: string): Promise<Sent> => {
  if (intent.move.kind === "check") return { kind: "refused", message };
  const found = await verify(api, intent, new AbortController().signal);
  return found.kind === "absent" ? { kind: "refused", message } : found;
};

const send = async (api: Api, intent: Intent): Promise<Sent> => {
  try {
    return { kind: "recorded", paymentId: await call(api, intent) };
  } catch (reason) {
    if (reason instanceof ApiProblem && reason.status === 502) return providerFailed(api, intent, reason.message);
    if (isOpen(reason)) return { kind: "unanswered" };
    const message = reason instanceof Error ? reason.message : "";
    return { kind: reason instanceof ApiProblem && reason.status === 412 ? "stale" : "refused", message };
  }
};

/** The calls of a movement of money; sending takes no signal, since it must not be cut off in the middle. */
export const moneyMoveActors = ({ api, journal, newKey }: MoneyParts) => ({
  journal: fromPromise<Intent, MoveDraft>(async ({ input }) => {
    const intent = { ...input, key: newKey() };
    await journal.keep(intent);
    return intent;
  }),
  send: fromPromise<Sent, Intent>(({ input }) => send(api, input)),
  verify: fromPromise<Found, Intent>(({ input, signal }) => verify(api, input, signal)),
  clear: fromPromise<void, Intent>(({ input }) => journal.drop(input.key)),
});
