import type { AnyStateMachine, InputFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { DutyPlan, DutyRecord } from "#machines/printing/printCenter.ts";
import { flushPromises } from "./flushPromises.ts";
import { givenMachine } from "./givenMachine.ts";
import type { ActorName, OutputArgument } from "./machineTypes.ts";

/** Returns the plan of a print duty, in which a browser prints the kitchen documents of printer 2. */
export const plan = (mode: DutyPlan["mode"] = "auto"): DutyPlan => ({
  companyId: 1,
  printerId: 2,
  kinds: ["kitchen"],
  mode,
});

/** Print duty at printer 2 as the server returns it. */
export const aDuty: Schemas["PrintDuty"] = {
  id: "duty-1",
  kinds: ["kitchen"],
  leaseSeconds: 45,
  paper: "80",
  printerId: 2,
  printerName: "Кухня",
  since: "2026-11-21T09:00:00Z",
};

/** Returns a kitchen print job that a browser has taken. */
export const job = (more: Partial<Schemas["PrintJob"]> = {}) =>
  ({ id: 44, kind: "kitchen", internalId: 17, attempt: 1, status: "taken", ...more }) as Schemas["PrintJob"];

/** Data that the server returns for the page of the sample job. */
export const paper = { job: job({ status: "printing" }), paper: "80" } as Schemas["PrintPaper"];

/** Returns the journal entry of the sample print duty. */
export const record = (more: Partial<DutyRecord> = {}): DutyRecord => ({
  dutyId: "duty-1",
  plan: plan(),
  hand: null,
  ending: null,
  ...more,
});

/** Journal entry of the sample job. */
export const hand = { jobId: 44, attempt: 1, kind: "kitchen", internalId: 17 } as const;

/**
 * Starts a printing machine with fake actors. `answer` and `fail` end the latest invocation of an actor, and `made`
 * counts the invocations.
 */
export const givenPrinter = <Machine extends AnyStateMachine>(machine: Machine, input: InputFrom<Machine>) => {
  const given = givenMachine(machine, input);
  const answer = async <Name extends ActorName<Machine>>(actor: Name, ...output: OutputArgument<Machine, Name>) => {
    given.call(actor).answer(...output);
    await flushPromises();
  };
  const fail = async (actor: ActorName<Machine>) => {
    given.call(actor).fail();
    await flushPromises();
  };
  const made = (actor: ActorName<Machine>) => given.calls.filter((call) => call.actor === actor).length;
  return { ...given, answer, fail, made };
};
