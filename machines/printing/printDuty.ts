import type { Schemas } from "#api/client.ts";
import type { JobEnding, JobInHand } from "./printCenter.ts";

/** Answer to the request for a job, or to the heartbeat. */
export type DutyAnswer =
  | { readonly kind: "onDuty"; readonly job: Schemas["PrintJob"] | null; readonly waiting: number }
  /** Another browser took over the printer, or the printer was removed. */
  | { readonly kind: "relieved"; readonly relief: Relief }
  | { readonly kind: "unanswered" };

/** Reason why a duty ended: another browser took over, the printer was removed, or the server refused. */
export type Relief =
  | { readonly code: "takenOver"; readonly userAlias: string }
  | { readonly code: "ended" }
  | { readonly code: "refused"; readonly message: string };

/** Job that this page has finished. */
export interface RecentJob extends JobInHand {
  readonly ending: JobEnding;
}

const RECENT = 10;

/** Returns the last ten jobs with the newest first; a job that is there already moves to the front. */
export const addRecent = (recent: readonly RecentJob[], job: RecentJob): readonly RecentJob[] =>
  [job, ...recent.filter(({ jobId }) => jobId !== job.jobId)].slice(0, RECENT);

/** Returns the job as the journal keeps it. */
export const toJobInHand = ({ id, attempt, kind, internalId }: Schemas["PrintJob"]): JobInHand => ({
  jobId: id,
  attempt,
  kind,
  internalId,
});
