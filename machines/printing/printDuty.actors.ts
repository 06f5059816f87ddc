import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { DutyAnswer, Relief } from "./printDuty.ts";
import { type DutyParts, isModuleOff, isToRepeat, printJobActors, toReportAnswer } from "./printJob.actors.ts";
import { printJobMachine } from "./printJob.machine.ts";
import type { DutyPath, ReportAnswer } from "./printJob.ts";

const reliefOf = ({ relievedBy }: Schemas["PrintDutyState"]): Relief =>
  relievedBy === null ? { code: "ended" } : { code: "takenOver", userAlias: relievedBy };

const readState = async (call: Promise<Schemas["PrintDutyState"]>): Promise<DutyAnswer> => {
  try {
    const state = await call;
    if (!state.isOnDuty) return { kind: "relieved", relief: reliefOf(state) };
    return { kind: "onDuty", job: state.job, waiting: state.waiting };
  } catch (error) {
    if (isModuleOff(error)) return { kind: "moduleOff" };
    if (isToRepeat(error)) return { kind: "unanswered" };
    const message = error instanceof Error ? error.message : "";
    return { kind: "relieved", relief: { code: "refused", message } };
  }
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

/** Returns the actors of a print duty (a browser that prints the queue of a printer) and of its jobs. */
export const printDutyActors = (parts: DutyParts) => {
  const { api, environment } = parts;
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
    job: printJobMachine.provide({ actors: printJobActors(parts) }),
  };
};
