import { type Api, isOutcomeUnknown } from "#api/client.ts";
import { type Failure, toFailure } from "./failure.ts";

/** Write in the outbox. All attempts use its idempotency key. */
export interface OutboxEntry<Request> {
  readonly key: string;
  readonly request: Request;
}

/** Outcome of an attempt to send an entry. */
export type OutboxOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "unanswered" };

/** Events that an outbox sends to its parent machine when an entry has left it. */
export type OutboxReport<Request> =
  | { type: "outbox.sent"; entry: OutboxEntry<Request> }
  | { type: "outbox.refused"; entry: OutboxEntry<Request>; failure: Failure };

/** Storage of an outbox that survives reloads. */
export interface OutboxStore<Request> {
  recall(): readonly OutboxEntry<Request>[];
  keep(entries: readonly OutboxEntry<Request>[]): void;
}

/**
 * Returns the outcome of a write: `unanswered` if it must be repeated with the same key. `isUnknown` returns true for
 * the errors after which the server may have carried out the write.
 */
export const outboxOutcome = async (
  write: Promise<unknown>,
  isUnknown: (error: unknown) => boolean = isOutcomeUnknown,
): Promise<OutboxOutcome> => {
  try {
    await write;
    return { kind: "sent" };
  } catch (error) {
    return isUnknown(error) ? { kind: "unanswered" } : { kind: "refused", failure: toFailure(error) };
  }
};

/** Dependencies of a machine that has an outbox. */
export interface OutboxParts<Request> {
  readonly api: Api;
  readonly store: OutboxStore<Request>;
}
