import type { Schemas } from "#api/client.ts";
import type { JobEnding, JobInHand } from "./printCenter.ts";

/** Answer to a request for the next job, or to a heartbeat. */
export type DutyAnswer =
  | { readonly kind: "onDuty"; readonly job: Schemas["PrintJob"] | null; readonly waiting: number }
  /** The duty has ended on the server: another browser took over, or the printer was removed. */
  | { readonly kind: "relieved"; readonly relief: Relief }
  | { readonly kind: "unanswered" };

/** Reason why a duty ended: another browser took over, the printer was removed, or the server refused. */
export type Relief =
  | { readonly code: "takenOver"; readonly userAlias: string }
  | { readonly code: "ended" }
  | { readonly code: "refused"; readonly message: string };

/** Finished print job of this page. */
export interface RecentJob extends JobInHand {
  readonly ending: JobEnding;
}

const RECENT = 10;

/** Returns the last ten finished jobs, newest first. A job that is already in the list moves to the front. */
export const addRecent = (recent: readonly RecentJob[], job: RecentJob): readonly RecentJob[] =>
  [job, ...recent.filter(({ jobId }) => jobId !== job.jobId)].slice(0, RECENT);

/** Returns the fields of a print job that the journal of the print duty stores. */
export const toJobInHand = ({ id, attempt, kind, internalId }: Schemas["PrintJob"]): JobInHand => ({
  jobId: id,
  attempt,
  kind,
  internalId,
});
