import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, ApiProblem, isOutcomeUnknown, type Schemas, unwrap } from "#api/client.ts";
import type { DutyRecord, JobEnding } from "./printCenter.ts";
import type { BeginAnswer, JobPath, PrintResult, ReportAnswer } from "./printJob.ts";

/** Browser storage for the print duty of this browser. The stored duty survives reloads. */
export interface DutyJournal {
  recall(): DutyRecord | null;
  keep(record: DutyRecord): void;
  forget(): void;
}

/** Dependencies of the actors of a print duty and its jobs. */
export interface DutyParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly journal: DutyJournal;
  /** Returns the Russian text of a failure code. A reason that the user typed is returned unchanged. */
  readonly failureText: (reason: string) => string;
  /** Renders the document of a job and sends it to the printer. */
  readonly print: (paper: Schemas["PrintPaper"], signal: AbortSignal) => Promise<PrintResult>;
}

/** Returns true if the server refused the call because the module `printing` is off. */
export const isModuleOff = (error: unknown): boolean =>
  error instanceof ApiProblem && Reflect.get(Object(error.body), "type") === "urn:problem:module-off";

/**
 * Returns true if the call must be sent again, because its outcome is unknown or the server answered 409, for example
 * while the module `printing` is off.
 */
export const isToRepeat = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (error instanceof ApiProblem && error.status === 409);

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

/** Waits for the server's answer to a reported or corrected result of a job, and converts the answer. */
export const toReportAnswer = async (call: Promise<unknown>): Promise<ReportAnswer> => {
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

/**
 * Returns the actors of a print job. Calls that start or finish printing are never aborted, because the server could
 * record them in spite of the abort.
 */
export const printJobActors = (parts: DutyParts) => {
  const { api, environment, journal, print } = parts;
  return {
    environment,
    keep: fromPromise<void, DutyRecord>(async ({ input }) => journal.keep(input)),
    begin: fromPromise<BeginAnswer, JobPath & { key: string }>(({ input }) => begin(api, input)),
    print: fromPromise<PrintResult, Schemas["PrintPaper"]>(({ input, signal }) => print(input, signal)),
    report: fromPromise<ReportAnswer, JobPath & { ending: JobEnding }>(({ input }) => report(parts, input)),
  };
};
