import { ApiProblem, isOutcomeUnknown } from "#api/client.ts";
import { type Failure, toFailure } from "./failure.ts";

/** Confirmed request to change data, with the idempotency key that all attempts use. */
export interface MutationIntent<Request> {
  readonly key: string;
  readonly request: Request;
}

/** Outcome of one attempt to send an intent or to verify it. */
export type MutationOutcome<Result, Conflict> =
  | { readonly kind: "recorded"; readonly result: Result }
  /** Another user changed the entry first. `current` is the changed entry. */
  | { readonly kind: "stale"; readonly current: Conflict }
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The server has no trace of the intent. */
  | { readonly kind: "notRecorded" }
  /** The server may or may not have carried out the intent. */
  | { readonly kind: "unknown"; readonly failure: Failure };

/** Events that a mutation sends to its parent machine. The first five report its final outcome. */
export type MutationReport<Result, Conflict> =
  | { type: "mutation.recorded"; result: Result }
  | { type: "mutation.stale"; current: Conflict }
  | { type: "mutation.refused"; failure: Failure }
  /** The outcome stays unknown, because the server has no way to verify it. */
  | { type: "mutation.unresolved"; failure: Failure }
  /** The user gave up an intent that the server had not recorded. */
  | { type: "mutation.dropped" }
  /** The intent has an idempotency key and is stored in the journal. */
  | { type: "mutation.journalled"; key: string }
  /** The outcome is unknown, and the mutation tries to verify it. */
  | { type: "mutation.doubtful" }
  /** The server has no trace of the intent. The user may send it again or give it up. */
  | { type: "mutation.notRecorded" }
  /** Fraction of an upload that has been sent, 0 to 1. */
  | { type: "mutation.progress"; fraction: number };

/**
 * Returns the outcome of an attempt that threw `error`. For a stale version (412), `toConflict` reads the current entry
 * from the answer; if it returns undefined, the outcome is `refused`.
 */
export const failedOutcome = <Conflict = never>(
  error: unknown,
  toConflict: (problem: ApiProblem) => Conflict | undefined = () => undefined,
): MutationOutcome<never, Conflict> => {
  if (isOutcomeUnknown(error)) return { kind: "unknown", failure: toFailure(error) };
  const current = error instanceof ApiProblem && error.status === 412 ? toConflict(error) : undefined;
  return current === undefined ? { kind: "refused", failure: toFailure(error) } : { kind: "stale", current };
};

/** Returns the event that reports a mutation's outcome to its parent machine. */
export const reportOf = <Result, Conflict>(
  outcome: MutationOutcome<Result, Conflict>,
): MutationReport<Result, Conflict> => {
  switch (outcome.kind) {
    case "recorded":
      return { type: "mutation.recorded", result: outcome.result };
    case "stale":
      return { type: "mutation.stale", current: outcome.current };
    case "refused":
      return { type: "mutation.refused", failure: outcome.failure };
    case "unknown":
      return { type: "mutation.unresolved", failure: outcome.failure };
    case "notRecorded":
      return { type: "mutation.dropped" };
  }
};
