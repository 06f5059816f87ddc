import { type Api, ApiProblem } from "#api/client.ts";
import type { LiveTopic } from "#machines/core/environment.ts";
import type { Failure } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationOutcome, MutationReport } from "#machines/core/mutation.ts";
import type { Polling, QueryReport } from "#machines/core/query.ts";

/** Path parameters of a stock document. */
export interface DocumentPath {
  readonly companyId: number;
  readonly id: number;
}

/** State of a stock document on the server. */
export type DocumentState =
  | "draft"
  | "counting"
  | "reviewing"
  | "sent"
  | "approved"
  | "accepted"
  | "reversed"
  | "refused"
  | "recalled"
  | "cancelled";

/** Action that changes the state of a document. */
export type DocumentAction =
  | "approve"
  | "send"
  | "accept"
  | "review"
  | "explain"
  | "reverse"
  | "refuse"
  | "recall"
  | "cancel"
  | "remove";

/**
 * Phase of a document.
 * - `draft`: the document has no effect on the stock.
 * - `underWay`: the document waits for the recipient or for the end of the review.
 * - `approved`: the document has its full effect on the stock.
 * - `reversed`: the effect on the stock, if there was any, is undone.
 */
export type DocumentPhase = "draft" | "underWay" | "approved" | "reversed";

const rules: Readonly<
  Record<DocumentState, { readonly phase: DocumentPhase; readonly actions: readonly DocumentAction[] }>
> = {
  draft: { phase: "draft", actions: ["approve", "send", "remove"] },
  counting: { phase: "draft", actions: ["review", "cancel", "remove"] },
  reviewing: { phase: "underWay", actions: ["review", "explain", "approve", "cancel"] },
  sent: { phase: "underWay", actions: ["accept", "refuse", "recall"] },
  approved: { phase: "approved", actions: ["reverse"] },
  accepted: { phase: "approved", actions: [] },
  reversed: { phase: "reversed", actions: [] },
  refused: { phase: "reversed", actions: [] },
  recalled: { phase: "reversed", actions: [] },
  cancelled: { phase: "reversed", actions: [] },
};

const changes: Readonly<
  Record<
    DocumentAction,
    { readonly progress: "approving" | "reversing" | "removing"; readonly to: DocumentState | undefined }
  >
> = {
  approve: { progress: "approving", to: "approved" },
  send: { progress: "approving", to: "sent" },
  accept: { progress: "approving", to: "accepted" },
  review: { progress: "approving", to: "reviewing" },
  explain: { progress: "approving", to: "reviewing" },
  reverse: { progress: "reversing", to: "reversed" },
  refuse: { progress: "reversing", to: "refused" },
  recall: { progress: "reversing", to: "recalled" },
  cancel: { progress: "reversing", to: "cancelled" },
  remove: { progress: "removing", to: undefined },
};

/** Fields that all stock documents have. Only a document in the phase `draft` can be edited. */
export interface StockDocument {
  readonly id: number;
  readonly version: number;
  readonly state: DocumentState;
}

/** Returns the phase of a document, or undefined if there is no document. */
export const phaseOf = (entry: StockDocument | undefined): DocumentPhase | undefined =>
  entry && rules[entry.state].phase;

/** Returns the name of the machine's state in which the action is sent. */
export const progressOf = (action: DocumentAction) => changes[action].progress;

/** Line of a transfer with the quantities that the recipient accepted, lost and refused. */
export interface AcceptedLine {
  readonly id: number;
  readonly acceptedStockItemId?: number;
  readonly acceptedCount: number;
  readonly lostCount: number;
  readonly refusedCount: number;
  readonly reason?: string;
}

/** Reason why the counted quantity of a stock item differs from the expected one. Null removes a stored reason. */
export interface DifferenceReason {
  readonly stockItemId: number;
  readonly reason: string | null;
}

/** Additional data of an action. Each field is used only by the actions that need it. */
export interface ActionDetails {
  readonly reason?: string | undefined;
  readonly items?: readonly AcceptedLine[] | undefined;
  /** True if the review counts all uncounted items as zero. */
  readonly isRestZero?: boolean | undefined;
  readonly reasons?: readonly DifferenceReason[] | undefined;
  /**
   * True if the goods of the document were already moved when a later approved inventory counted them. Undefined if the
   * user has not answered this question.
   */
  readonly isOnShelf?: boolean | undefined;
}

/** Request to change the state of a document. `version` is the version that the user saw. */
export interface ActionRequest extends DocumentPath {
  readonly action: DocumentAction;
  readonly details: ActionDetails;
  readonly version: number;
  /** True if the user has confirmed that balances may fall below zero. */
  readonly isForced: boolean;
}

/** Result of an action: the changed document, or `undefined` if the document was removed. */
export interface ActionResult {
  readonly entry: StockDocument | undefined;
}

/** API calls for one kind of stock document. */
export interface DocumentDescriptor<Document extends StockDocument> {
  readonly name: string;
  load(api: Api, path: DocumentPath, signal: AbortSignal): Promise<Document>;
  /** Live feed topics. The document is read again when the feed reports a change of one of these topics. */
  readonly topics?: readonly LiveTopic[];
  /**
   * Returns the polling intervals. Absent for documents on which usually only one user works, because these are not
   * polled.
   */
  polling?(path: DocumentPath, document: Document): Polling;
  act(api: Api, request: ActionRequest & { readonly key: string }): Promise<ActionResult>;
  isDocument(answer: unknown): answer is Document;
}

/** Events that the mutation sends to the machine of the document. */
export type ChangeReport = MutationReport<ActionResult, StockDocument>;

/** Mutation that changes the state of a document. */
export const changeMutationMachine = mutationMachineOf<ActionRequest, ActionResult, StockDocument>();

/** Events that the query of the document sends to the machine of the document. */
export type DocumentQueryReport = QueryReport<DocumentPath, StockDocument, "entry">;

/**
 * Returns true if the server refused the change because a balance would fall below zero. The user may then force the
 * change.
 */
export const isForceable = ({ errors }: Failure): boolean => errors["isBelowZeroAllowed"] !== undefined;

/**
 * Returns true if the server refused the change because an inventory after the date of the document has counted these
 * goods. The server then asks whether the goods were on the shelf during the count.
 */
export const isShelfQuestion = ({ errors }: Failure): boolean => errors["isOnShelf"] !== undefined;

/** Reason why an action on a document is impossible. */
export type ActionReason = "noDocument" | "notAllowed" | "wrongState";

/**
 * Returns the reason why an action is impossible, or undefined if it is possible. Used by the guard and for tooltips.
 */
export const reasonNotToAct = (
  { entry, allowed }: { entry: StockDocument | undefined; allowed: readonly DocumentAction[] },
  action: DocumentAction,
): ActionReason | undefined => {
  if (!entry) return "noDocument";
  if (!allowed.includes(action)) return "notAllowed";
  return rules[entry.state].actions.includes(action) ? undefined : "wrongState";
};

/**
 * Determines the outcome of an unanswered action from the document that was read afterwards. An unchanged version
 * means `notRecorded`, and the state to which the action leads means `recorded`. Any other document was changed by
 * another user (`stale`).
 */
export const judgeOutcome = (
  { action, version }: ActionRequest,
  entry: StockDocument,
): MutationOutcome<ActionResult, StockDocument> => {
  if (entry.version === version) return { kind: "notRecorded" };
  return entry.state === changes[action].to
    ? { kind: "recorded", result: { entry } }
    : { kind: "stale", current: entry };
};

/** Returns true if the error means that the document does not exist (404). */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
