import { ApiProblem, NoAnswer, UnreadableAnswer } from "#api/client.ts";

/** Reason why a call failed, as plain data. */
export interface Failure {
  /**
   * `missing`: the server has no such entry (404). `keyReused`: an earlier write with the same idempotency key was recorded with other
   * content (422). `refused`: any other decision of the server. `unanswered`: no answer came. `unreadable`: the answer does not fit the
   * description. `doubtful`: a write without an idempotency key may have been carried out, so a repeat could do it twice. `notStored`: the browser could not journal the write, so it was not sent. `fault`: an error of the program or of the
   * server (5xx).
   */
  readonly kind: "missing" | "keyReused" | "refused" | "unanswered" | "unreadable" | "doubtful" | "notStored" | "fault";
  /** Message of the server or the API client for the user. Empty for other errors. */
  readonly message: string;
  /** Messages of the server by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;
}

/** Error of a write without an idempotency key whose outcome is unknown, because the server gave no decision. */
export class DoubtfulWrite extends Error {
  override readonly name = "DoubtfulWrite";
}

const kindsByStatus = new Map<number, Failure["kind"]>([
  [404, "missing"],
  [422, "keyReused"],
]);

const kindOf = (error: unknown): Failure["kind"] => {
  if (error instanceof NoAnswer) return "unanswered";
  if (error instanceof UnreadableAnswer) return "unreadable";
  if (error instanceof DoubtfulWrite) return "doubtful";
  if (!(error instanceof ApiProblem) || error.status >= 500) return "fault";
  return kindsByStatus.get(error.status) ?? "refused";
};

/** Returns the message for the user. Messages of unexpected errors are for developers, so they are omitted. */
const userMessageOf = (error: unknown): string =>
  error instanceof ApiProblem || error instanceof NoAnswer || error instanceof UnreadableAnswer ? error.message : "";

/** Returns the failure that a thrown value stands for. */
export const toFailure = (error: unknown): Failure => {
  const problem = error instanceof ApiProblem ? error : undefined;
  return {
    kind: kindOf(error),
    message: userMessageOf(error),
    errors: problem?.errors ?? {},
    traceId: problem?.traceId,
  };
};

/** Failure of a write that the journal of the browser could not store. */
export const notStored: Failure = { kind: "notStored", message: "", errors: {}, traceId: undefined };

/** Returns the failure of an `onError` transition, for the `params` of its actions and guards. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => toFailure(event.error);

/** Returns the error of an `onError` transition, for the `params` of its actions and guards. */
export const errorOf = ({ event }: { event: { error: unknown } }): unknown => event.error;
