import type { Schemas } from "#api/client.ts";
import type { CurrentJob, JobEnding } from "./printCenter.ts";

/** Answer of the server to a heartbeat or to a request for the next job. */
export type DutyAnswer =
  | { readonly kind: "onDuty"; readonly job: Schemas["PrintJob"] | null; readonly waiting: number }
  /** The browser no longer prints for the printer. `relief` is the reason. */
  | { readonly kind: "relieved"; readonly relief: Relief }
  /** The module `printing` is off in the company. */
  | { readonly kind: "moduleOff" }
  | { readonly kind: "unanswered" };

/**
 * Reason why a print duty ended.
 * - `takenOver`: another browser serves the printer now.
 * - `ended`: the duty no longer exists.
 * - `refused`: the server refused the call.
 */
export type Relief =
  | { readonly code: "takenOver"; readonly userAlias: string }
  | { readonly code: "ended" }
  | { readonly code: "refused"; readonly message: string };

/** Print job that this page has finished. */
export interface RecentJob extends CurrentJob {
  readonly ending: JobEnding;
}

const RECENT = 10;

/** Adds a job to the last ten finished jobs, newest first. A job that is already in the list moves to the front. */
export const addRecent = (recent: readonly RecentJob[], job: RecentJob): readonly RecentJob[] =>
  [job, ...recent.filter(({ jobId }) => jobId !== job.jobId)].slice(0, RECENT);

/** Returns the fields of a print job that are stored in the browser. */
export const toCurrentJob = ({ id, attempt, kind, internalId }: Schemas["PrintJob"]): CurrentJob => ({
  jobId: id,
  attempt,
  kind,
  internalId,
});
