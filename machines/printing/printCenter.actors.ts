import { fromPromise } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import type { DutyRequest, StartAnswer } from "./printCenter.machine.ts";
import type { DutyRecord } from "./printCenter.ts";
import { printDutyActors } from "./printDuty.actors.ts";
import { printDutyMachine } from "./printDuty.machine.ts";
import { type DutyParts, isModuleOff, isToRepeat } from "./printJob.actors.ts";
import type { DutyPath } from "./printJob.ts";

/**
 * Returns the answer `busy` if the error is a 409 with the name of the user who already serves the printer. Otherwise
 * returns undefined.
 */
const busyAnswerOf = (error: unknown): StartAnswer | undefined => {
  if (!(error instanceof ApiProblem) || error.status !== 409) return undefined;
  const duty: unknown = Reflect.get(Object(error.body), "duty");
  const userAlias: unknown = Reflect.get(Object(duty), "userAlias");
  const since: unknown = Reflect.get(Object(duty), "since");
  return typeof userAlias === "string" && typeof since === "string" ? { kind: "busy", userAlias, since } : undefined;
};

const start = async (
  api: Api,
  { plan, dutyId, isTakeover }: DutyRequest,
  signal: AbortSignal,
): Promise<StartAnswer> => {
  const { companyId, printerId, kinds } = plan;
  const body = { dutyId, printerId, kinds: [...kinds], isTakeover };
  try {
    const duty = await unwrap(
      api.POST("/api/PrintDuty/Company/{companyId}", { params: { path: { companyId } }, body, signal }),
    );
    return { kind: "started", duty };
  } catch (error) {
    const busy = busyAnswerOf(error);
    if (busy) return busy;
    return isToRepeat(error) && !isModuleOff(error)
      ? { kind: "unanswered" }
      : { kind: "refused", failure: toFailure(error) };
  }
};

/** Returns the actors of the print centre and of a print duty (a browser that prints the queue of a printer). */
export const printCenterActors = (parts: DutyParts) => {
  const { api, journal, environment } = parts;
  return {
    environment,
    recall: fromPromise<DutyRecord | null>(async () => journal.recall()),
    printers: fromPromise<readonly Schemas["Printer"][], { companyId: number }>(({ input: path, signal }) =>
      unwrap(api.GET("/api/Printer/Company/{companyId}", { params: { path }, signal }), Array.isArray),
    ),
    start: fromPromise<StartAnswer, DutyRequest>(({ input, signal }) => start(api, input, signal)),
    keep: fromPromise<void, DutyRecord>(async ({ input }) => journal.keep(input)),
    duty: printDutyMachine.provide({ actors: printDutyActors(parts) }),
    end: fromPromise<void, DutyPath>(async ({ input: path }) => {
      await unwrap(api.DELETE("/api/PrintDuty/{dutyId}/Company/{companyId}", { params: { path } }));
    }),
    forget: fromPromise<void>(async () => journal.forget()),
  };
};
