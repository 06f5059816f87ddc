import * as v from "valibot";
import { documents, type PrintedDocument } from "./bills.ts";

/**
 * Modes of printing. `auto` prints each job at once (kiosk printing); `click` prints when the user clicks, and then
 * asks for the result.
 */
export const printModes = ["auto", "click"] as const;
/** Print mode of a duty. */
export type PrintMode = (typeof printModes)[number];

/** Printer, document kinds and print mode of a duty. */
export interface DutyPlan {
  readonly companyId: number;
  readonly printerId: number;
  readonly kinds: readonly PrintedDocument[];
  readonly mode: PrintMode;
}

/** Result of a print job. `reason` is a failure code of the program or a text that the user typed. */
export interface JobEnding {
  readonly result: "printed" | "failed";
  readonly reason: string;
}

/** Current print job, as stored in the journal. */
export interface JobInHand {
  readonly jobId: number;
  readonly attempt: number;
  readonly kind: PrintedDocument;
  readonly internalId: number;
}

/** Journal record of this browser's duty. `hand` is the job that is being printed; `ending` is its result, if known. */
export interface DutyRecord {
  readonly dutyId: string;
  readonly plan: DutyPlan;
  readonly hand: JobInHand | null;
  readonly ending: JobEnding | null;
}

const planSchema = v.looseObject({
  companyId: v.pipe(v.number(), v.safeInteger()),
  printerId: v.pipe(v.number(), v.safeInteger()),
  kinds: v.array(v.picklist(documents)),
  mode: v.picklist(printModes),
});

const recordSchema = v.looseObject({
  dutyId: v.string(),
  plan: planSchema,
  hand: v.nullable(
    v.looseObject({
      jobId: v.pipe(v.number(), v.safeInteger()),
      attempt: v.pipe(v.number(), v.safeInteger()),
      kind: v.picklist(documents),
      internalId: v.number(),
    }),
  ),
  ending: v.nullable(v.looseObject({ result: v.picklist(["printed", "failed"]), reason: v.string() })),
});

/** Returns true if a stored value is a valid duty record of this version. */
export const isDutyRecord = (value: unknown): value is DutyRecord => v.is(recordSchema, value);
