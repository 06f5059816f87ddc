import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, ApiProblem, isOutcomeUnknown, type Schemas, unwrap } from "#api/client.ts";
import type { DutyRecord, JobEnding } from "./printCenter.ts";
import type { DutyAnswer, Relief } from "./printDuty.ts";
import { printJobMachine } from "./printJob.machine.ts";
import type { BeginAnswer, DutyPath, JobPath, PrintResult, ReportAnswer } from "./printJob.ts";

/** Store of the duty of this browser, which outlives reloads. */
export interface DutyJournal {
  recall(): DutyRecord | null;
  keep(record: DutyRecord): void;
  forget(): void;
}

/** Capabilities of a browser on duty. */
export interface DutyParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly journal: DutyJournal;
  /** Returns the Russian text of a failure code; a person's reason is returned unchanged. */
  readonly failureText: (reason: string) => string;
  /** Sends a page to the printer once it is rendered. */
  readonly print: (paper: Schemas["PrintPaper"], signal: AbortSignal) => Promise<PrintResult>;
}

/** Returns whether the call must be repeated: its outcome is unknown, or a call with the same key still runs (409). */
export const isToRepeat = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (error instanceof ApiProblem && error.status === 409);

const reliefOf = ({ relievedBy }: Schemas["PrintDutyState"]): Relief =>
  relievedBy === null ? { code: "ended" } : { code: "takenOver", userAlias: relievedBy };

const readState = async (call: Promise<Schemas["PrintDutyState"]>): Promise<DutyAnswer> => {
  try {
    const state = await call;
    if (!state.isOnDuty) return { kind: "relieved", relief: reliefOf(state) };
    return { kind: "onDuty", job: state.job, waiting: state.waiting };
  } catch (error) {
    if (isToRepeat(error)) return { kind: "unanswered" };
    const message = error instanceof Error ? error.message : "";
    return { kind: "relieved", relief: { code: "refused", message } };
  }
};

const begin = async (api: Api, { hand, key, ...path }: JobPath & { key: string }): Promise<BeginAnswer> => {
  try {
    const body = { jobId: hand.jobId, attempt: hand.attempt, key };
    const { outcome, paper } = await unwrap(
      api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Begin", { params: { path }, body }),
    );
    if (outcome === "begun" && paper) return { kind: "begun", paper };
    return { kind: outcome === "begunBefore" ? "begunBefore" : "dropped" };
  } catch (error) {
    return { kind: isToRepeat(error) ? "unanswered" : "dropped" };
  }
};

const toReportAnswer = async (call: Promise<unknown>): Promise<ReportAnswer> => {
  try {
    await call;
    return "reported";
  } catch (error) {
    return isToRepeat(error) ? "unanswered" : "refused";
  }
};

const report = (
  { api, failureText }: DutyParts,
  { hand, ending, ...path }: JobPath & { ending: JobEnding },
): Promise<ReportAnswer> => {
  const { result } = ending;
  const reason = failureText(ending.reason);
  const body = { jobId: hand.jobId, attempt: hand.attempt, result, ...(reason !== "" && { reason }) };
  return toReportAnswer(
    unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Report", { params: { path }, body })),
  );
};

const deny = (
  api: Api,
  { companyId, jobId, reason }: { companyId: number; jobId: number; reason: string },
): Promise<ReportAnswer> => {
  const body = { command: "deny" as const, reason };
  return toReportAnswer(
    unwrap(api.POST("/api/PrintJob/{jobId}/Company/{companyId}", { params: { path: { companyId, jobId } }, body })),
  );
};

/** Returns the actors of a browser on duty. Calls that begin or end printing take no signal, because they must not be cut off. */
export const printDutyActors = (parts: DutyParts) => {
  const { api, environment, journal, print } = parts;
  return {
    environment,
    take: fromPromise<DutyAnswer, DutyPath>(({ input: path, signal }) =>
      readState(unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Take", { params: { path }, signal }))),
    ),
    beat: fromPromise<DutyAnswer, DutyPath>(({ input: path, signal }) =>
      readState(unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Beat", { params: { path }, signal }))),
    ),
    deny: fromPromise<ReportAnswer, { companyId: number; jobId: number; reason: string }>(({ input }) =>
      deny(api, input),
    ),
    job: printJobMachine.provide({
      actors: {
        environment,
        keep: fromPromise<void, DutyRecord>(async ({ input }) => journal.keep(input)),
        begin: fromPromise<BeginAnswer, JobPath & { key: string }>(({ input }) => begin(api, input)),
        print: fromPromise<PrintResult, Schemas["PrintPaper"]>(({ input, signal }) => print(input, signal)),
        report: fromPromise<ReportAnswer, JobPath & { ending: JobEnding }>(({ input }) => report(parts, input)),
      },
    }),
  };
};
