import { type Api, ApiProblem } from "#api/client.ts";
import type { Failure } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationOutcome, MutationReport } from "#machines/core/mutation.ts";
import type { QueryReport } from "#machines/core/query.ts";

/** Company and document in the path of a call. */
export interface DocumentPath {
  readonly companyId: number;
  readonly id: number;
}

/** Fields that all stock documents have, such as packing lists. Only a draft can be changed. */
export interface StockDocument {
  readonly id: number;
  readonly version: number;
  readonly state: "draft" | "approved" | "reversed";
}

/** Change of the state of a entry. `remove` is possible for a draft only. */
export type DocumentAction = "approve" | "reverse" | "remove";

/** Request to change the state of a entry. `version` is the one that the user saw. */
export interface ActionRequest extends DocumentPath {
  readonly action: DocumentAction;
  readonly version: number;
  /** True if balances may fall below zero, as the user has confirmed. */
  readonly isForced: boolean;
}

/** Result of a change: the changed document, or `undefined` if it was removed. */
export interface ActionResult {
  readonly entry: StockDocument | undefined;
}

/** Calls for one kind of stock documents. */
export interface DocumentDescriptor<Document extends StockDocument> {
  readonly name: string;
  load(api: Api, path: DocumentPath, signal: AbortSignal): Promise<Document>;
  act(api: Api, request: ActionRequest & { readonly key: string }): Promise<ActionResult>;
  isDocument(answer: unknown): answer is Document;
}

/** Events that the change sends to the machine of the entry. */
export type ChangeReport = MutationReport<ActionResult, StockDocument>;

/** Mutation that changes the state of a entry. */
export const changeMutationMachine = mutationMachineOf<ActionRequest, ActionResult, StockDocument>();

/** Events that the query of the document sends to the machine of the entry. */
export type DocumentQueryReport = QueryReport<DocumentPath, StockDocument, "entry">;

/** Returns true if the server refused the change only because a balance would fall below zero. */
export const isForceable = ({ errors }: Failure): boolean => errors["isBelowZeroAllowed"] !== undefined;

/** Reason why an action on a document is impossible. */
export type ActionReason = "noDocument" | "notAllowed" | "notDraft" | "notApproved";

/** Returns the reason why an action is impossible, or undefined if it is possible. Used by the guard and for the tooltip. */
export const reasonNotToAct = (
  { entry, allowed }: { entry: StockDocument | undefined; allowed: readonly DocumentAction[] },
  action: DocumentAction,
): ActionReason | undefined => {
  if (!entry) return "noDocument";
  if (!allowed.includes(action)) return "notAllowed";
  if (action === "reverse") return entry.state === "approved" ? undefined : "notApproved";
  return entry.state === "draft" ? undefined : "notDraft";
};

const states = { approve: "approved", reverse: "reversed" } as const;

/** Returns the outcome of an unanswered change, judged by the document that was read afterwards. */
export const judgeOutcome = (
  { action, version }: ActionRequest,
  entry: StockDocument,
): MutationOutcome<ActionResult, StockDocument> => {
  if (entry.version === version) return { kind: "notRecorded" };
  return action !== "remove" && entry.state === states[action]
    ? { kind: "recorded", result: { entry } }
    : { kind: "stale", current: entry };
};

/** Returns true if an error says that the document does not exist. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
