import * as v from "valibot";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import { documents, type PrintedDocument } from "./bills.ts";

/**
 * Modes of printing. `auto` prints each job immediately (kiosk printing), `click` waits for the user's click and asks
 * for the result.
 */
export const printModes = ["auto", "click"] as const;
/** Mode in which a print duty prints the jobs. */
export type PrintMode = (typeof printModes)[number];

/** Printer, document kinds and mode of a print duty (a browser that prints the queue of a printer). */
export interface DutyPlan {
  readonly companyId: number;
  readonly printerId: number;
  readonly kinds: readonly PrintedDocument[];
  readonly mode: PrintMode;
}

/** Result of a print job. `reason` is a failure code set by the program, or a text that the user typed. */
export interface JobEnding {
  readonly result: "printed" | "failed";
  readonly reason: string;
}

/** Print job that is being printed, as stored in the browser. */
export interface CurrentJob {
  readonly jobId: number;
  readonly attempt: number;
  readonly kind: PrintedDocument;
  readonly internalId: number;
}

/**
 * Print duty of this browser, as stored in the browser. `hand` is the job that is being printed. `ending` is the result
 * of the job, or null if the result is not known yet.
 */
export interface DutyRecord {
  readonly dutyId: string;
  readonly plan: DutyPlan;
  readonly hand: CurrentJob | null;
  readonly ending: JobEnding | null;
}

/** Company of the user, with the user's permissions. */
export interface PrintingCompany {
  readonly id: number;
  readonly permissions?: Permissions;
}

/**
 * Returns the reason why the user may not print in a company, or undefined if there is none. Used by the guards and for
 * tooltips.
 */
export const reasonNotToServe = (
  { companies }: { readonly companies: readonly PrintingCompany[] },
  companyId: number,
): PermissionReason | undefined =>
  permissionReasonOf(companies.find(({ id }) => id === companyId)?.permissions, "print.use");

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

/** Returns true if the stored value is a valid print duty of this version of the application. */
export const isDutyRecord = (value: unknown): value is DutyRecord => v.is(recordSchema, value);
