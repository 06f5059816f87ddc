import type { Schemas } from "#api/client.ts";
import type { DutyPlan, DutyRecord, JobEnding, JobInHand } from "./printCenter.ts";

/** Path parameters of a duty. */
export interface DutyPath {
  readonly companyId: number;
  readonly dutyId: string;
}

/** Print job of a duty. */
export interface JobPath extends DutyPath {
  readonly hand: JobInHand;
}

/** Answer to the call that announces the start of printing. */
export type BeginAnswer =
  | { readonly kind: "begun"; readonly paper: Schemas["PrintPaper"] }
  /** Another page started this attempt. Only the user knows if the document was printed. */
  | { readonly kind: "begunBefore" }
  /** The job was cancelled or assigned to another browser. */
  | { readonly kind: "dropped" }
  | { readonly kind: "unanswered" };

/**
 * Result of sending a document to the printer. `undrawn` means that the document could not be rendered, so it was not
 * printed.
 */
export type PrintResult = "sent" | "undrawn";

/** Answer to a report or its correction. `refused` means that the job no longer belongs to this duty. */
export type ReportAnswer = "reported" | "refused" | "unanswered";

/** Failure codes that the program itself sets. */
export const jobFailures = { journal: "journal", undrawn: "undrawn" } as const;

/** Input of a print job, which was taken from the queue or left unfinished by an earlier page load. */
export interface JobInput {
  readonly plan: DutyPlan;
  readonly dutyId: string;
  readonly hand: JobInHand;
  readonly ending: JobEnding | null;
  /** True if printing was started before, so that the user must be asked for the result. */
  readonly isBegun: boolean;
  /** Random id of this page load. The server uses it to detect attempts that another page started. */
  readonly pageKey: string;
}

/** Returns only the fields that the journal stores. */
export const toDutyRecord = ({ dutyId, plan, hand, ending }: DutyRecord): DutyRecord => ({
  dutyId,
  plan,
  hand,
  ending,
});

/** Returns the path parameters of a duty. */
export const dutyPathOf = ({ plan, dutyId }: Pick<DutyRecord, "plan" | "dutyId">): DutyPath => ({
  companyId: plan.companyId,
  dutyId,
});
