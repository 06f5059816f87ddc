import { ApiProblem, isOutcomeUnknown } from "#api/client.ts";
import { type Failure, toFailure } from "./failure.ts";

/** Write that the user confirmed, with the idempotency key that all its attempts share. */
export interface MutationIntent<Request> {
  readonly key: string;
  readonly request: Request;
}

/** End of one attempt to carry an intent out, or to find out whether it was carried out. */
export type MutationOutcome<Result, Conflict> =
  | { readonly kind: "recorded"; readonly result: Result }
  /** Another user changed the entry first; `current` is its new state. */
  | { readonly kind: "stale"; readonly current: Conflict }
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The server has no trace of the intent. */
  | { readonly kind: "notRecorded" }
  /** The server may have carried the intent out. */
  | { readonly kind: "unknown"; readonly failure: Failure };

/** Events that a mutation sends to the machine that invokes it. The first five end it. */
export type MutationReport<Result, Conflict> =
  | { type: "mutation.recorded"; result: Result }
  | { type: "mutation.stale"; current: Conflict }
  | { type: "mutation.refused"; failure: Failure }
  /** The outcome stays unknown, because the write cannot be verified. */
  | { type: "mutation.unresolved"; failure: Failure }
  /** The user dropped an intent that was not recorded. */
  | { type: "mutation.dropped" }
  /** The intent has its key and is in the journal. */
  | { type: "mutation.journalled"; key: string }
  /** The outcome is unknown for now. */
  | { type: "mutation.doubtful" }
  /** The server has no trace of the intent; the user may repeat or drop it. */
  | { type: "mutation.notRecorded" }
  /** Part of an upload that has been sent, 0 to 1. */
  | { type: "mutation.progress"; fraction: number };

/**
 * Returns the outcome of an attempt that threw. `toConflict` reads the current entry from the refusal of a stale version (412);
 * without it, or when it finds none, such a refusal counts as any other.
 */
export const failedOutcome = <Conflict = never>(
  error: unknown,
  toConflict: (problem: ApiProblem) => Conflict | undefined = () => undefined,
): MutationOutcome<never, Conflict> => {
  if (isOutcomeUnknown(error)) return { kind: "unknown", failure: toFailure(error) };
  const current = error instanceof ApiProblem && error.status === 412 ? toConflict(error) : undefined;
  return current === undefined ? { kind: "refused", failure: toFailure(error) } : { kind: "stale", current };
};

/** Returns the event that reports the end of a mutation to the machine that invokes it. */
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
