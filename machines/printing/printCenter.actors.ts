import { fromPromise } from "xstate";
import { type Api, ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import type { Started } from "./printCenter.machine.ts";
import type { DutyPlan, DutyRecord } from "./printCenter.ts";
import { type DutyParts, heard, printDutyActors } from "./printDuty.actors.ts";
import { printDutyMachine } from "./printDuty.machine.ts";
import type { DutyPlace } from "./printDuty.ts";

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

/** The calls of the print centre, and its browser on duty. */
export const printCenterActors = (parts: DutyParts) => {
  const { api, journal } = parts;
  const actors = printDutyActors(parts);
  return {
    recall: fromPromise<DutyRecord | null>(async () => journal.recall()),
    printers: fromPromise<readonly Schemas["Printer"][], number>(({ input: companyId, signal }) =>
      unwrap(api.GET("/api/Printer/Company/{companyId}", { params: { path: { companyId } }, signal }), Array.isArray),
    ),
    start: fromPromise<Started, { plan: DutyPlan; dutyId: string; isTakeover: boolean }>(({ input, signal }) =>
      start(api, input, signal),
    ),
    keep: actors.keep,
    duty: printDutyMachine.provide({ actors }),
    end: fromPromise<void, DutyPlace>(async ({ input: path }) => {
      await unwrap(api.DELETE("/api/PrintDuty/{dutyId}/Company/{companyId}", { params: { path } }));
    }),
    forget: fromPromise<void>(async () => journal.forget()),
  };
};
