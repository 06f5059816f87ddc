import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import type { NewRequest, SendInput } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationOutcome } from "#machines/core/mutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { isRecorded, type MoneyIntent, type MoneyRequest, type MoneyResult, paymentOfMove } from "./moneyIntent.ts";
import { readPayments } from "./orderSnapshot.ts";

/**
 * Browser storage for unfinished money movements. The stored movements survive reloads and crashes. `keep` and `drop`
 * resolve when the change is on disk.
 */
export interface MoneyJournal {
  keep(intent: MoneyIntent): Promise<void>;
  drop(key: string): Promise<void>;
  /**
   * Returns the user's unfinished money movements of an order. The movements of this tab come first, followed by
   * movements that other tabs have abandoned.
   */
  find(companyId: number, orderId: number): Promise<MoneyIntent[]>;
}

/** Dependencies of the actors of `moneyMoveMachine`. */
export interface MoneyParts {
  readonly api: Api;
  readonly journal: MoneyJournal;
  readonly newKey: () => string;
  readonly environment: CallbackActorLogic<EventObject>;
}

type MoneyOutcome = MutationOutcome<MoneyResult, never>;

const call = async (api: Api, { key, request }: MoneyIntent): Promise<number | null> => {
  const { companyId, orderId, version, move } = request;
  const path = { companyId, orderId };
  const header = { "Idempotency-Key": key };
  const versioned = toWriteHeaders({ version, key });
  switch (move.kind) {
    case "payment": {
      const body = {
        ...path,
        payment: move.parts,
        orderStatusId: move.statusId,
        orderStatusReason: move.reason === "" ? null : move.reason,
      };
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/Payment", { params: { path, header: versioned }, body }),
      );
      return null;
    }
    case "invoice": {
      const { paymentId } = await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/ExternalPayment", {
          params: { path, header: versioned },
          body: { ...path, paymentMethodId: move.methodId, amount: move.amount },
        }),
        (answer) => hasFields(answer, { paymentId: "number" }),
      );
      return paymentId;
    }
    case "refund": {
      const { paymentId, reason, amount, lines } = move;
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/RejectPayment/{paymentId}", {
          // A partial refund is based on the version of the order that the user saw. The server must refuse it if the
          // order has changed.
          params: { path: { ...path, paymentId }, header: amount === undefined ? header : versioned },
          body: { ...path, paymentId, ...(reason && { reason }), ...(amount && { amount }), ...(lines && { lines }) },
        }),
      );
      return paymentId;
    }
    case "confirm":
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/ConfirmPayment/{paymentId}", {
          params: { path: { ...path, paymentId: move.paymentId }, header },
          body: { ...path, paymentId: move.paymentId },
        }),
      );
      return move.paymentId;
    case "check":
      await unwrap(
        api.POST("/api/Order/{orderId}/Company/{companyId}/CheckExternalPayment/{paymentId}", {
          params: { path: { ...path, paymentId: move.paymentId }, header },
          body: { ...path, paymentId: move.paymentId },
        }),
      );
      return move.paymentId;
  }
};

const verify = async (api: Api, intent: MoneyIntent, signal: AbortSignal): Promise<MoneyOutcome> => {
  const { companyId, orderId } = intent.request;
  try {
    const payments = await readPayments(api, { companyId, orderId }, signal);
    if (!isRecorded(intent, payments)) return { kind: "notRecorded" };
    return { kind: "recorded", result: { paymentId: paymentOfMove(intent, payments)?.id ?? null } };
  } catch (error) {
    return { kind: "unknown", failure: toFailure(error) };
  }
};

/**
 * Returns the outcome after the payment provider refused the call or did not answer (502): `refused` for a check of
 * an invoice and for a call that the server has not recorded, otherwise `recorded`. It is `unknown` if the payments
 * cannot be read.
 */
const verifyProvider = async (
  api: Api,
  intent: MoneyIntent,
  error: ApiProblem,
  signal: AbortSignal,
): Promise<MoneyOutcome> => {
  const refused: MoneyOutcome = { kind: "refused", failure: toFailure(error) };
  if (intent.request.move.kind === "check") return refused;
  const outcome = await verify(api, intent, signal);
  return outcome.kind === "notRecorded" ? refused : outcome;
};

/** Sends a money movement. `signal` aborts only the verification, never the movement. */
const send = async (api: Api, intent: MoneyIntent, signal: AbortSignal): Promise<MoneyOutcome> => {
  try {
    return { kind: "recorded", result: { paymentId: await call(api, intent) } };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 502) return verifyProvider(api, intent, error, signal);
    return failedOutcome(error);
  }
};

/**
 * Returns the actors of a money movement. Requests that move money are never aborted, because the server could carry
 * them out in spite of the abort.
 */
export const moneyMoveActors = ({ api, journal, newKey, environment }: MoneyParts) => ({
  environment,
  journal: fromPromise<MoneyIntent, NewRequest<MoneyRequest>>(async ({ input }) => {
    const intent = { key: newKey(), request: input.request };
    await journal.keep(intent);
    return intent;
  }),
  send: fromPromise<MoneyOutcome, SendInput<MoneyRequest>>(({ input: { key, request }, signal }) =>
    send(api, { key, request }, signal),
  ),
  verify: fromPromise<MoneyOutcome, MoneyIntent>(({ input, signal }) => verify(api, input, signal)),
  clear: fromPromise<void, MoneyIntent>(({ input }) => journal.drop(input.key)),
});
