import * as v from "valibot";
import { documents, type PrintedDocument } from "./bills.ts";

/** Modes of printing: `auto` prints each job at once (kiosk printing); `click` prints on a click, after which the user confirms the result. */
export const printModes = ["auto", "click"] as const;
/** Mode of printing. */
export type PrintMode = (typeof printModes)[number];

/** Printer, documents and mode of a duty. */
export interface DutyPlan {
  readonly companyId: number;
  readonly printerId: number;
  readonly kinds: readonly PrintedDocument[];
  readonly mode: PrintMode;
}

/** End of a job. `reason` is a code of the program or a text that the user typed. */
export interface JobEnding {
  readonly result: "printed" | "failed";
  readonly reason: string;
}

/** Job in progress, as the journal keeps it. */
export interface JobInHand {
  readonly jobId: number;
  readonly attempt: number;
  readonly kind: PrintedDocument;
  readonly internalId: number;
}

/** Journalled duty of a browser. Printing of `hand` was begun; `ending` is its end, if it has one. */
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

/** Returns whether a stored value is a record of a duty of this version. */
export const isDutyRecord = (value: unknown): value is DutyRecord => v.is(recordSchema, value);
