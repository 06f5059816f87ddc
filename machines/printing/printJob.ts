import type { Schemas } from "#api/client.ts";
import type { CurrentJob, DutyPlan, DutyRecord, JobEnding } from "./printCenter.ts";

/** Path parameters of a print duty. */
export interface DutyPath {
  readonly companyId: number;
  readonly dutyId: string;
}

/** Path parameters of a print job. */
export interface JobPath extends DutyPath {
  readonly hand: CurrentJob;
}

/** Answer to the call that reports the start of printing to the server. */
export type BeginAnswer =
  | { readonly kind: "begun"; readonly paper: Schemas["PrintPaper"] }
  /**
   * The start of printing was reported before with another `pageKey`. Only the user knows if the document was printed.
   */
  | { readonly kind: "begunBefore" }
  /** The job was cancelled or reassigned to another browser, or the server refused the call. */
  | { readonly kind: "dropped" }
  | { readonly kind: "unanswered" };

/**
 * Result of sending a document to the printer. `unrendered` means that the document could not be rendered and was not
 * printed.
 */
export type PrintResult = "sent" | "unrendered";

/**
 * Answer to the report of a job's result, or to the correction of this report. `refused` means that the server rejected
 * the report, for example because the job no longer belongs to this browser.
 */
export type ReportAnswer = "reported" | "refused" | "unanswered";

/**
 * Failure codes that the program itself sets. Browsers store the codes until the server has the report, also while the
 * application is updated, so the codes must not change.
 */
export const jobFailures = { journal: "journal", unrendered: "undrawn" } as const;

/** Input of a print job. The job comes from the queue, or was unfinished when the print centre was last closed. */
export interface JobInput {
  readonly plan: DutyPlan;
  readonly dutyId: string;
  readonly hand: CurrentJob;
  readonly ending: JobEnding | null;
  /**
   * True if the start of printing was recorded before. If `ending` is null, the user must say whether the document was
   * printed.
   */
  readonly isBegun: boolean;
  /**
   * Random id that is created each time the print centre opens. With this id the server distinguishes a repeated report
   * from a second start of printing.
   */
  readonly pageKey: string;
}

/** Returns the fields of a print duty that are stored in the browser. */
export const toDutyRecord = ({ dutyId, plan, hand, ending }: DutyRecord): DutyRecord => ({
  dutyId,
  plan,
  hand,
  ending,
});

/** Returns the path parameters of the calls for a print duty. */
export const dutyPathOf = ({ plan, dutyId }: Pick<DutyRecord, "plan" | "dutyId">): DutyPath => ({
  companyId: plan.companyId,
  dutyId,
});
