import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, type Schemas, unwrap } from "#api/client.ts";
import type { Begun, DutyPlace, Printed, Reported, Started, Taken } from "./printCenter.machine.ts";
import type { DutyPlan, DutyRecord, Ending, Hand } from "./printCenter.ts";

/** Where the duty of this browser is kept over reloads. */
export interface DutyJournal {
  recall(): DutyRecord | null;
  keep(record: DutyRecord): void;
  forget(): void;
}

/** What a browser on duty needs. */
export interface PrintCenterParts {
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
const heard = async <Outcome>(
  call: () => Promise<Outcome>,
  refused: (message: string, reason: unknown) => Outcome,
): Promise<Outcome | { kind: "silent" }> => {
  try {
    return await call();
  } catch (reason) {
    if (isSilence(reason)) return { kind: "silent" };
    if (reason instanceof ApiProblem) return refused(reason.message, reason);
    throw reason;
  }
};

const busyOf = (reason: unknown): Started | undefined => {
  if (!(reason instanceof ApiProblem) || reason.status !== 409) return undefined;
  const duty: unknown = Reflect.get(Object(reason.body), "duty");
  const userAlias: unknown = Reflect.get(Object(duty), "userAlias");
  const since: unknown = Reflect.get(Object(duty), "since");
  return typeof userAlias === "string" && typeof since === "string" ? { kind: "busy", userAlias, since } : undefined;
};

const start = (
  api: Api,
  { plan, dutyId, isTakeover }: { plan: DutyPlan; dutyId: string; isTakeover: boolean },
  signal: AbortSignal,
): Promise<Started> =>
  heard<Started>(
    async () => {
      const { companyId, printerId, kinds } = plan;
      const body = { dutyId, printerId, kinds: [...kinds], isTakeover };
      const call = api.POST("/api/PrintDuty/Company/{companyId}", { params: { path: { companyId } }, body, signal });
      try {
        return { kind: "started", duty: await unwrap(call) };
      } catch (reason) {
        const busy = busyOf(reason);
        if (busy) return busy;
        throw reason;
      }
    },
    (message) => ({ kind: "refused", message }),
  );

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

const begin = (api: Api, { hand, key, ...path }: DutyPlace & { hand: Hand; key: string }): Promise<Begun> =>
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

const report = (api: Api, { hand, ending, ...path }: DutyPlace & { hand: Hand; ending: Ending }): Promise<Reported> =>
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
export const printCenterActors = ({ api, journal, print }: PrintCenterParts) => ({
  recall: fromPromise<DutyRecord | null>(async () => journal.recall()),
  printers: fromPromise<readonly Schemas["Printer"][], number>(({ input: companyId, signal }) =>
    unwrap(api.GET("/api/Printer/Company/{companyId}", { params: { path: { companyId } }, signal }), Array.isArray),
  ),
  start: fromPromise<Started, { plan: DutyPlan; dutyId: string; isTakeover: boolean }>(({ input, signal }) =>
    start(api, input, signal),
  ),
  keep: fromPromise<void, DutyRecord>(async ({ input }) => journal.keep(input)),
  take: fromPromise<Taken, DutyPlace>(({ input: path, signal }) =>
    stateOf(() => unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Take", { params: { path }, signal }))),
  ),
  beat: fromPromise<Taken, DutyPlace>(({ input: path, signal }) =>
    stateOf(() => unwrap(api.POST("/api/PrintDuty/{dutyId}/Company/{companyId}/Beat", { params: { path }, signal }))),
  ),
  begin: fromPromise<Begun, DutyPlace & { hand: Hand; key: string }>(({ input }) => begin(api, input)),
  print: fromPromise<Printed, Schemas["PrintPaper"]>(({ input, signal }) => print(input, signal)),
  report: fromPromise<Reported, DutyPlace & { hand: Hand; ending: Ending }>(({ input }) => report(api, input)),
  deny: fromPromise<Reported, { companyId: number; jobId: number; reason: string }>(({ input }) => deny(api, input)),
  end: fromPromise<void, DutyPlace>(async ({ input: path }) => {
    await unwrap(api.DELETE("/api/PrintDuty/{dutyId}/Company/{companyId}", { params: { path } }));
  }),
  forget: fromPromise<void>(async () => journal.forget()),
});
