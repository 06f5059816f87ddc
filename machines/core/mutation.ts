import { ApiProblem, isOutcomeUnknown } from "#api/client.ts";
import { type Failure, toFailure } from "./failure.ts";

/** Confirmed request to change data. All attempts to send the request use the same idempotency key. */
export interface MutationIntent<Request> {
  readonly key: string;
  readonly request: Request;
}

/** Outcome of one attempt to send or verify a write. */
export type MutationOutcome<Result, Conflict> =
  | { readonly kind: "recorded"; readonly result: Result }
  /** Another user had already changed the record. `current` is the current record. */
  | { readonly kind: "stale"; readonly current: Conflict }
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The server has no record of the write. */
  | { readonly kind: "notRecorded" }
  /** The server may or may not have carried out the write. */
  | { readonly kind: "unknown"; readonly failure: Failure };

/** Events that a mutation sends to its parent machine, about the progress and the final outcome of a write. */
export type MutationReport<Result, Conflict> =
  | { type: "mutation.recorded"; result: Result }
  | { type: "mutation.stale"; current: Conflict }
  | { type: "mutation.refused"; failure: Failure }
  /** The outcome stays unknown, because the server offers no way to verify the write. */
  | { type: "mutation.unresolved"; failure: Failure }
  /** The user gave up a write that the server had not recorded. */
  | { type: "mutation.dropped" }
  /** The actor `journal` has ended, so the write has an idempotency key. */
  | { type: "mutation.journalled"; key: string }
  /** The outcome is unknown. The mutation verifies the write, or ends as unresolved if the write is not verifiable. */
  | { type: "mutation.doubtful" }
  /** The server has no record of the write. The user may send it again or give it up. */
  | { type: "mutation.notRecorded" }
  /** Uploaded fraction of the request, 0 to 1. */
  | { type: "mutation.progress"; fraction: number };

/**
 * Converts the error of an attempt into an outcome. For a stale version (412), `toConflict` reads the current record
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

/**
 * Returns the event that reports a mutation's final outcome to its parent machine. `notRecorded` is final only if the
 * user has given up the write, and `unknown` only if the write cannot be verified.
 */
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
