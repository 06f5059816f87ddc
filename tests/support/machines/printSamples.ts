import type { AnyStateMachine, InputFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { DutyPlan, DutyRecord } from "#machines/printing/printCenter.ts";
import { settled } from "./flushPromises.ts";
import { givenMachine } from "./givenMachine.ts";
import type { ActorName, OutputArgument } from "./machineTypes.ts";

/** What a browser goes on duty for. */
export const plan = (mode: DutyPlan["mode"] = "auto"): DutyPlan => ({
  companyId: 1,
  printerId: 2,
  kinds: ["kitchen"],
  mode,
});

/** Duty of printer 2, as the server answers it. */
export const aDuty: Schemas["PrintDuty"] = {
  id: "duty-1",
  kinds: ["kitchen"],
  leaseSeconds: 45,
  paper: "80",
  printerId: 2,
  printerName: "Кухня",
  since: "2026-11-21T09:00:00Z",
};

/** A job that was taken. */
export const job = (more: Partial<Schemas["PrintJob"]> = {}) =>
  ({ id: 44, kind: "kitchen", internalId: 17, attempt: 1, status: "taken", ...more }) as Schemas["PrintJob"];

/** What is printed of that job. */
export const paper = { job: job({ status: "printing" }), paper: "80" } as Schemas["PrintPaper"];

/** What a browser keeps of its duty. */
export const record = (more: Partial<DutyRecord> = {}): DutyRecord => ({
  dutyId: "duty-1",
  plan: plan(),
  hand: null,
  ending: null,
  ...more,
});

/** That job in hand. */
export const hand = { jobId: 44, attempt: 1, title: "На кухню, заказ № 17" };

/** A machine of printing whose calls are answered one after the other. */
export const givenPrinter = <Machine extends AnyStateMachine>(machine: Machine, input: InputFrom<Machine>) => {
  const world = givenMachine(machine, input);
  const answer = async <Name extends ActorName<Machine>>(actor: Name, ...output: OutputArgument<Machine, Name>) => {
    world.call(actor).answer(...output);
    await settled();
  };
  const fail = async (actor: ActorName<Machine>) => {
    world.call(actor).fail();
    await settled();
  };
  const made = (actor: ActorName<Machine>) => world.calls.filter((call) => call.actor === actor).length;
  return { ...world, answer, fail, made };
};
