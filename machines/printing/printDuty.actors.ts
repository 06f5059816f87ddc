import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, type Schemas, unwrap } from "#api/client.ts";
import type { DutyRecord, Ending } from "./printCenter.ts";
import type { Begun, DutyPlace, JobPlace, Printed, Reported, Taken } from "./printDuty.ts";

/** Where the duty of this browser is kept over reloads. */
export interface DutyJournal {
  recall(): DutyRecord | null;
  keep(record: DutyRecord): void;
  forget(): void;
}

/** What a browser on duty needs. */
export interface DutyParts {
  readonly api: Api;
  readonly journal: DutyJournal;
  /** Sends a page to the printer once it is drawn. */
  readonly print: (paper: Schemas["PrintPaper"], signal: AbortSignal) => Promise<Printed>;
}

/** Nobody answered, or not in a way that says whether it was done: it is to be asked again. */
const isSilence = (reason: unknown): boolean =>
  reason instanceof NoAnswer ||
  (reason instanceof ApiProblem &&
    (reason.status < 400 || reason.status >= 500 || reason.status === 401 || reason.status === 409));

/** What came of a call, silence told apart from a refusal. */
export const heard = async <Outcome>(
  call: () => Promise<Outcome>,
  refused: (message: string) => Outcome,
): Promise<Outcome | { kind: "silent" }> => {
  try {
    return await call();
  } catch (reason) {
    if (isSilence(reason)) return { kind: "silent" };
    if (reason instanceof ApiProblem) return refused(reason.message);
    throw reason;
  }
};

const relief = ({ relievedBy }: Schemas["PrintDutyState"]): string =>
  relievedBy === null
    ? "Дежурство закончилось: принтер удалён или дежурство завершили."
    : `Принтер принял на себя другой браузер: ${relievedBy}.`;

const stateOf = (call: () => Promise<Schemas["PrintDutyState"]>): Promise<Taken> =>
  heard<Taken>(
    async () => {
      const state = await call();
      if (!state.isOnDuty) return { kind: "relieved", message: relief(state) };
      return { kind: "onDuty", job: state.job, waiting: state.waiting };
    },
    (message) => ({ kind: "relieved", message }),
  );

const begin = (api: Api, { hand, key, ...path }: JobPlace & { key: string }): Promise<Begun> =>
  heard<Begun>(
    async () => {
      const body = { jobId: hand.jobId, attempt: hand.attempt, key };
      const call = api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Begin", { params: { path }, body });
      const { outcome, paper } = await unwrap(call);
      if (outcome === "begun" && paper) return { kind: "begun", paper };
      return { kind: outcome === "begunBefore" ? "begunBefore" : "dropped" };
    },
    () => ({ kind: "dropped" }),
  );

const report = (api: Api, { hand, ending, ...path }: JobPlace & { ending: Ending }): Promise<Reported> =>
  heard<Reported>(
    async () => {
      const { result, reason } = ending;
      const body = { jobId: hand.jobId, attempt: hand.attempt, result, ...(reason !== "" && { reason }) };
      await unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Report", { params: { path }, body }));
      return { kind: "reported" };
    },
    () => ({ kind: "refused" }),
  );

const deny = (
  api: Api,
  { companyId, jobId, reason }: { companyId: number; jobId: number; reason: string },
): Promise<Reported> =>
  heard<Reported>(
    async () => {
      const body = { command: "deny" as const, reason };
      await unwrap(
        api.POST("/api/PrintJob/{jobId}/Company/{companyId}", { params: { path: { companyId, jobId } }, body }),
      );
      return { kind: "reported" };
    },
    () => ({ kind: "refused" }),
  );

/** The calls of a browser on duty; what begins or ends printing takes no signal, since it must not be cut off in the middle. */
export const printDutyActors = ({ api, journal, print }: DutyParts) => ({
  keep: fromPromise<void, DutyRecord>(async ({ input }) => journal.keep(input)),
  take: fromPromise<Taken, DutyPlace>(({ input: path, signal }) =>
    stateOf(() => unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Take", { params: { path }, signal }))),
  ),
  beat: fromPromise<Taken, DutyPlace>(({ input: path, signal }) =>
    stateOf(() => unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Beat", { params: { path }, signal }))),
  ),
  begin: fromPromise<Begun, JobPlace & { key: string }>(({ input }) => begin(api, input)),
  print: fromPromise<Printed, Schemas["PrintPaper"]>(({ input, signal }) => print(input, signal)),
  report: fromPromise<Reported, JobPlace & { ending: Ending }>(({ input }) => report(api, input)),
  deny: fromPromise<Reported, { companyId: number; jobId: number; reason: string }>(({ input }) => deny(api, input)),
});
