import type { Schemas } from "#api/client.ts";
import type { DutyPlan, DutyRecord, JobEnding, JobInHand } from "./printCenter.ts";

/** Duty of a company's printer. */
export interface DutyPath {
  readonly companyId: number;
  readonly dutyId: string;
}

/** Job of a duty. */
export interface JobPath extends DutyPath {
  readonly hand: JobInHand;
}

/** Answer to the announcement that printing begins. */
export type BeginAnswer =
  | { readonly kind: "begun"; readonly paper: Schemas["PrintPaper"] }
  /** Another page began this attempt. Only the user knows whether it was printed. */
  | { readonly kind: "begunBefore" }
  /** The job was cancelled or given to another browser. */
  | { readonly kind: "dropped" }
  | { readonly kind: "unanswered" };

/** Result of sending a page to the printer. `undrawn` means that the page was not rendered, so it was not printed. */
export type PrintResult = "sent" | "undrawn";

/** Answer to a report or a correction. `refused` means that the job no longer belongs to this duty. */
export type ReportAnswer = "reported" | "refused" | "unanswered";

/** Codes of failures that the program detects. */
export const jobFailures = { journal: "journal", undrawn: "undrawn" } as const;

/** Input of a job that was taken from the queue or left unfinished by an earlier page. */
export interface JobInput {
  readonly plan: DutyPlan;
  readonly dutyId: string;
  readonly hand: JobInHand;
  readonly ending: JobEnding | null;
  /** Whether printing was begun before, so that the user must be asked. */
  readonly isBegun: boolean;
  /** Id of this load of the page. An attempt that another page began is not printed again. */
  readonly pageKey: string;
}

/** Returns the record that outlives a reload. */
export const toDutyRecord = ({ dutyId, plan, hand, ending }: DutyRecord): DutyRecord => ({
  dutyId,
  plan,
  hand,
  ending,
});

/** Returns the duty of a record. */
export const dutyPathOf = ({ plan, dutyId }: Pick<DutyRecord, "plan" | "dutyId">): DutyPath => ({
  companyId: plan.companyId,
  dutyId,
});
