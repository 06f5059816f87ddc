import type { Schemas } from "#api/client.ts";
import { type DutyRecord, type Ending, type Hand, jobTitle } from "./printCenter.ts";

/** What came of asking for a job, or of saying that one is still there. */
export type Taken =
  | { kind: "onDuty"; job: Schemas["PrintJob"] | null; waiting: number }
  | { kind: "relieved"; message: string }
  | { kind: "silent" };

/** What came of saying that printing begins. */
export type Begun =
  | { kind: "begun"; paper: Schemas["PrintPaper"] }
  | { kind: "begunBefore" }
  | { kind: "dropped" }
  | { kind: "silent" };

/** Whether the page was sent to the printer; `undrawn` means that nothing can have come out. */
export type Printed = { kind: "sent" } | { kind: "undrawn" };

/** What came of a report or a correction; `refused` means that the job is no longer ours to speak of. */
export type Reported = { kind: "reported" } | { kind: "refused" } | { kind: "silent" };

/** Which duty of which company a call is about. */
export interface DutyPlace {
  readonly companyId: number;
  readonly dutyId: string;
}

/** Which job of a duty a call is about. */
export interface JobPlace extends DutyPlace {
  readonly hand: Hand;
}

/** A job that this page has printed, or tried to. */
export interface RecentJob extends Hand {
  readonly ending: Ending;
}

/** What is kept of a duty over reloads. */
export const recordOf = ({ dutyId, plan, hand, ending }: DutyRecord): DutyRecord => ({ dutyId, plan, hand, ending });

/** The place of a duty. */
export const placeOf = ({ plan, dutyId }: DutyRecord): DutyPlace => ({ companyId: plan.companyId, dutyId });

/** The place of the job in hand. */
export const jobOf = (record: DutyRecord): JobPlace => ({
  ...placeOf(record),
  hand: record.hand ?? { jobId: 0, attempt: 0, title: "" },
});

/** The hand that a job is in. */
export const handOf = (job: Schemas["PrintJob"]): Hand => ({
  jobId: job.id,
  attempt: job.attempt,
  title: jobTitle(job),
});

const RECENT = 10;

/** The last ten jobs with the newest before them; one that was there already moves up. */
export const withRecent = (recent: readonly RecentJob[], job: RecentJob): readonly RecentJob[] =>
  [job, ...recent.filter(({ jobId }) => jobId !== job.jobId)].slice(0, RECENT);
