import { ApiProblem, isNotOffered, isOutcomeUnknown, NoAnswer, type Schemas, UnreadableAnswer } from "#api/client.ts";

/**
 * Ids of the record that prevents a write: the packing list with the same number, or the open inventory of the same
 * inventory group. A server without the extensions sends no ids.
 */
export type BlockingIds = Readonly<
  Pick<Schemas["PackingListProblem"], "duplicateId"> & Pick<Schemas["InventoryProblem"], "inventoryId">
>;

/** Reason why a call failed, as plain data. */
export interface Failure {
  /**
   * Kind of failure.
   * - `notSignedIn`: the credentials are unknown (401).
   * - `missing`: the record does not exist (404).
   * - `notOffered`: the operation is an extension that the server does not have.
   * - `keyReused`: a different request was already sent with this idempotency key (422).
   * - `refused`: the server rejected the call for another reason.
   * - `unanswered`: no answer arrived.
   * - `unreadable`: the answer does not match the OpenAPI description.
   * - `doubtful`: a write without an idempotency key may have been carried out, so a retry could duplicate the write.
   * - `notStored`: the browser could not store the write in its journal, so the write was not sent.
   * - `fault`: a program error, or a server error (5xx) after which the outcome is unknown.
   */
  readonly kind:
    | "notSignedIn"
    | "missing"
    | "notOffered"
    | "keyReused"
    | "refused"
    | "unanswered"
    | "unreadable"
    | "doubtful"
    | "notStored"
    | "fault";
  /** Message for the user from the server or the API client. Empty for errors from any other source. */
  readonly message: string;
  /** Error messages of the server by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;
  /** Absent if the server does not name a record that prevents the write. */
  readonly blockingIds?: BlockingIds | undefined;
}

/** Error of a write without an idempotency key. The server may or may not have carried out the write. */
export class DoubtfulWrite extends Error {
  override readonly name = "DoubtfulWrite";
}

const kindsByStatus = new Map<number, Failure["kind"]>([
  [401, "notSignedIn"],
  [404, "missing"],
  [422, "keyReused"],
]);

const kindOf = (error: unknown): Failure["kind"] => {
  if (error instanceof NoAnswer) return "unanswered";
  if (error instanceof UnreadableAnswer) return "unreadable";
  if (error instanceof DoubtfulWrite) return "doubtful";
  if (isNotOffered(error)) return "notOffered";
  if (!(error instanceof ApiProblem) || (error.status >= 500 && isOutcomeUnknown(error))) return "fault";
  return kindsByStatus.get(error.status) ?? "refused";
};

/**
 * Returns the message of the server or of the API client. Any other error gives an empty string, because its message is
 * for developers.
 */
const userMessageOf = (error: unknown): string =>
  error instanceof ApiProblem || error instanceof NoAnswer || error instanceof UnreadableAnswer ? error.message : "";

const readId = (body: unknown, field: keyof BlockingIds): BlockingIds | undefined => {
  const id: unknown = Reflect.get(Object(body), field);
  return typeof id === "number" ? { [field]: id } : undefined;
};

/** Converts a thrown value into a `Failure`. */
export const toFailure = (error: unknown): Failure => {
  const problem = error instanceof ApiProblem ? error : undefined;
  return {
    kind: kindOf(error),
    message: userMessageOf(error),
    errors: problem?.errors ?? {},
    traceId: problem?.traceId,
    blockingIds: readId(problem?.body, "duplicateId") ?? readId(problem?.body, "inventoryId"),
  };
};

/**
 * Failure of a write that was not sent, because the browser could not store it in the journal (browser storage for
 * unfinished writes).
 */
export const notStored: Failure = { kind: "notStored", message: "", errors: {}, traceId: undefined };

/** Converts the error in an `onError` event into a failure. Used in the `params` of actions and guards. */
export const failureOf = ({ event }: { event: { error: unknown } }): Failure => toFailure(event.error);

/** Returns the error in an `onError` event. Used in the `params` of actions and guards. */
export const errorOf = ({ event }: { event: { error: unknown } }): unknown => event.error;
