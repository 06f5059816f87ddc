import { type Api, isOutcomeUnknown } from "#api/client.ts";
import { type Failure, toFailure } from "./failure.ts";

/** Write that waits in an outbox. All attempts to send the write use the same idempotency key. */
export interface OutboxEntry<Request> {
  readonly key: string;
  readonly request: Request;
}

/** Outcome of an attempt to send a write. `result` is the server's answer. */
export type OutboxOutcome<Result = unknown> =
  | { readonly kind: "sent"; readonly result?: Result }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "unanswered" };

/** Events that an outbox sends to its parent machine when a write was recorded or refused. */
export type OutboxReport<Request, Result = unknown> =
  | { type: "outbox.sent"; entry: OutboxEntry<Request>; result?: Result | undefined }
  | { type: "outbox.refused"; entry: OutboxEntry<Request>; failure: Failure };

/** Storage for the writes of an outbox. The stored writes survive reloads. */
export interface OutboxStore<Request> {
  recall(): readonly OutboxEntry<Request>[];
  keep(entries: readonly OutboxEntry<Request>[]): void;
}

/**
 * Waits for a write and returns its outcome, which is `unanswered` if the write must be sent again. `isUnknown` returns
 * true for errors after which the server may have recorded the write.
 */
export const outboxOutcome = async <Result>(
  write: Promise<Result>,
  isUnknown: (error: unknown) => boolean = isOutcomeUnknown,
): Promise<OutboxOutcome<Result>> => {
  try {
    return { kind: "sent", result: await write };
  } catch (error) {
    return isUnknown(error) ? { kind: "unanswered" } : { kind: "refused", failure: toFailure(error) };
  }
};

/** Dependencies of a machine that has an outbox. */
export interface OutboxParts<Request> {
  readonly api: Api;
  readonly store: OutboxStore<Request>;
}
