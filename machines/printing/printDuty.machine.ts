import { assign, sendTo, setup } from "xstate";
import { type EnvironmentEvent, environmentStub, type LiveTopic } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { DutyRecord } from "./printCenter.ts";
import { addRecent, type DutyAnswer, type RecentJob, type Relief, toCurrentJob } from "./printDuty.ts";
import { type JobOutput, type JobReport, printJobMachine } from "./printJob.machine.ts";
import { type DutyPath, dutyPathOf, type ReportAnswer } from "./printJob.ts";

/** Output of a print duty. `relief` is the reason why the duty ended, or undefined if the user ended it. */
export interface DutyOutput {
  readonly relief: Relief | undefined;
}

/**
 * Input of a print duty. `hand` and `ending` belong to a print job that was unfinished when the print centre was last
 * closed.
 */
export interface DutyInput extends DutyRecord {
  /** Random id that is created each time the print centre opens. */
  readonly pageKey: string;
}

/** Command of the user for the current job. The duty passes the command on to the job. */
type JobCommand = { type: "job.print" } | { type: "answer.printed" } | { type: "answer.failed"; reason: string };

interface Denial {
  readonly jobId: number;
  readonly reason: string;
}

interface Context extends DutyInput, DutyOutput {
  /** True if the start of printing was already recorded when this machine got the current job. */
  readonly isBegun: boolean;
  /** Number of jobs that wait in the printer's queue. */
  readonly waiting: number;
  /** True if the server did not answer the last call. */
  readonly isServerUnreachable: boolean;
  /** True if the server refused the last request for a job because the module `printing` is off. */
  readonly isModuleOff: boolean;
  readonly recent: readonly RecentJob[];
  readonly denial: Denial;
}

/**
 * Print duty: this browser takes the jobs of one printer one after another, prints them, and sends heartbeats to the
 * server.
 */
export const printDutyMachine = setup({
  types: {
    context: {} as Context,
    input: {} as DutyInput,
    output: {} as DutyOutput,
    events: {} as
      | { type: "duty.pause" }
      | { type: "duty.resume" }
      | { type: "duty.stop" }
      | JobCommand
      | ({ type: "job.deny" } & Denial)
      | JobReport
      | EnvironmentEvent,
    children: {} as { job: "job" },
  },
  actors: {
    take: stub<DutyAnswer, DutyPath>("take"),
    beat: stub<DutyAnswer, DutyPath>("beat"),
    job: printJobMachine,
    /** Changes the reported result of a job from "printed" to "not printed". */
    deny: stub<ReportAnswer, Denial & { companyId: number }>("deny"),
    environment: environmentStub,
  },
  guards: {
    hasHand: ({ context }) => context.hand !== null,
    isUnanswered: (_, answer: DutyAnswer) => answer.kind === "unanswered",
    isModuleOff: (_, answer: DutyAnswer) => answer.kind === "moduleOff",
    isRelieved: (_, answer: DutyAnswer) => answer.kind === "relieved",
    isQueueEmpty: (_, answer: DutyAnswer) => answer.kind === "onDuty" && answer.job === null,
    isFailed: (_, { ending }: JobOutput) => ending?.result === "failed",
    isLost: ({ context }) => context.relief !== undefined,
    isPrintNews: (_, topic: LiveTopic | "all") => topic === "print" || topic === "all",
  },
  actions: {
    keepAnswer: assign((_, answer: DutyAnswer) => {
      if (answer.kind === "unanswered") return { isServerUnreachable: true };
      if (answer.kind === "moduleOff") return { isServerUnreachable: false, isModuleOff: true };
      if (answer.kind === "relieved") return { relief: answer.relief };
      const hand = answer.job && toCurrentJob(answer.job);
      return {
        isServerUnreachable: false,
        isModuleOff: false,
        waiting: answer.waiting,
        hand,
        isBegun: answer.job?.status === "printing",
      };
    }),
    keepBeat: assign((_, answer: DutyAnswer) => {
      if (answer.kind === "onDuty") return { isServerUnreachable: false, waiting: answer.waiting };
      return answer.kind === "relieved"
        ? { relief: answer.relief }
        : { isServerUnreachable: answer.kind === "unanswered" };
    }),
    keepReachability: assign((_, isServerUnreachable: boolean) => ({ isServerUnreachable })),
    keepJobEnd: assign(({ context: { hand, recent } }, { ending, isReported }: JobOutput) => ({
      hand: null,
      ending: null,
      recent: hand && ending && isReported ? addRecent(recent, { ...hand, ending }) : recent,
    })),
    keepDenial: assign(({ context }, { jobId, reason }: Denial) => ({
      denial: { jobId, reason },
      recent: context.recent.map((job) =>
        job.jobId === jobId ? { ...job, ending: { result: "failed" as const, reason } } : job,
      ),
    })),
    forwardToJob: sendTo("job", (_, command: JobCommand) => command),
  },
  delays: { poll: 3000, beat: 15_000, rest: 120_000 },
}).createMachine({
  id: "printDuty",
  context: ({ input }) => ({
    ...input,
    isBegun: input.hand !== null,
    waiting: 0,
    isServerUnreachable: false,
    isModuleOff: false,
    recent: [],
    denial: { jobId: 0, reason: "" },
    relief: undefined,
  }),
  invoke: { id: "environment", src: "environment" },
  initial: "serving",
  states: {
    serving: {
      type: "parallel",
      states: {
        work: {
          initial: "deciding",
          states: {
            deciding: {
              description: "An unfinished job from the journal comes first.",
              always: [{ guard: "hasHand", target: "printing" }, { target: "taking" }],
            },
            taking: {
              invoke: {
                id: "take",
                src: "take",
                input: ({ context }) => dutyPathOf(context),
                onDone: [
                  {
                    guard: { type: "isUnanswered", params: outputOf },
                    target: "idle",
                    actions: { type: "keepAnswer", params: outputOf },
                  },
                  {
                    guard: { type: "isModuleOff", params: outputOf },
                    target: "suspended",
                    actions: { type: "keepAnswer", params: outputOf },
                  },
                  {
                    guard: { type: "isRelieved", params: outputOf },
                    target: "#printDuty.relieved",
                    actions: { type: "keepAnswer", params: outputOf },
                  },
                  {
                    guard: { type: "isQueueEmpty", params: outputOf },
                    target: "idle",
                    actions: { type: "keepAnswer", params: outputOf },
                  },
                  { target: "printing", actions: { type: "keepAnswer", params: outputOf } },
                ],
                onError: { target: "idle", actions: { type: "keepReachability", params: true } },
              },
              on: { "duty.stop": "#printDuty.stopped", "duty.pause": "paused" },
            },
            idle: {
              always: { guard: "isLost", target: "#printDuty.relieved" },
              after: { poll: "taking" },
              on: {
                "network.online": "taking",
                "data.changed": {
                  guard: { type: "isPrintNews", params: ({ event }) => event.topic },
                  target: "taking",
                },
                "duty.pause": "paused",
                "duty.stop": "#printDuty.stopped",
                "job.deny": { target: "denying", actions: { type: "keepDenial", params: ({ event }) => event } },
              },
            },
            suspended: {
              description:
                "The module is off. No event reports that the module is on again, so a job is requested after a pause, or when the print jobs change.",
              always: { guard: "isLost", target: "#printDuty.relieved" },
              after: { rest: "taking" },
              on: {
                "network.online": "taking",
                "data.changed": {
                  guard: { type: "isPrintNews", params: ({ event }) => event.topic },
                  target: "taking",
                },
                "duty.resume": "taking",
                "duty.pause": "paused",
                "duty.stop": "#printDuty.stopped",
                "job.deny": { target: "denying", actions: { type: "keepDenial", params: ({ event }) => event } },
              },
            },
            printing: {
              description:
                "If the printing of the current job has started, a duty that was taken over ends after this job.",
              initial: "begun",
              on: {
                "job.held": ".holding",
                "job.started": ".begun",
                "job.print": { actions: { type: "forwardToJob", params: ({ event }) => event } },
                "answer.printed": { actions: { type: "forwardToJob", params: ({ event }) => event } },
                "answer.failed": { actions: { type: "forwardToJob", params: ({ event }) => event } },
                "request.settled": {
                  actions: { type: "keepReachability", params: ({ event }) => event.isServerUnreachable },
                },
              },
              invoke: {
                id: "job",
                src: "job",
                input: ({ context: { plan, dutyId, hand, ending, isBegun, pageKey } }) => {
                  if (hand === null) throw new Error("There is no current job");
                  return { plan, dutyId, hand, ending, isBegun, pageKey };
                },
                onDone: [
                  {
                    guard: { type: "isFailed", params: outputOf },
                    target: "paused",
                    actions: { type: "keepJobEnd", params: outputOf },
                  },
                  { target: "ready", actions: { type: "keepJobEnd", params: outputOf } },
                ],
                onError: "paused",
              },
              states: {
                begun: {},
                holding: {
                  always: { guard: "isLost", target: "#printDuty.relieved" },
                  on: { "duty.stop": "#printDuty.stopped" },
                },
              },
            },
            ready: { always: [{ guard: "isLost", target: "#printDuty.relieved" }, { target: "taking" }] },
            paused: {
              description:
                "No job is taken after a failure, or while the user has paused. Otherwise every job would fail at a printer without paper.",
              always: { guard: "isLost", target: "#printDuty.relieved" },
              on: {
                "duty.resume": "taking",
                "duty.stop": "#printDuty.stopped",
                "job.deny": { target: "denying", actions: { type: "keepDenial", params: ({ event }) => event } },
              },
            },
            denying: {
              description: "The user saw that a job was not printed although it was reported as printed.",
              invoke: {
                id: "deny",
                src: "deny",
                input: ({ context }) => ({ companyId: context.plan.companyId, ...context.denial }),
                onDone: "paused",
                onError: "paused",
              },
            },
          },
        },
        pulse: {
          initial: "resting",
          states: {
            resting: { after: { beat: "beating" } },
            beating: {
              invoke: {
                id: "beat",
                src: "beat",
                input: ({ context }) => dutyPathOf(context),
                onDone: { target: "resting", actions: { type: "keepBeat", params: outputOf } },
                onError: { target: "resting", actions: { type: "keepReachability", params: true } },
              },
            },
          },
        },
      },
    },
    relieved: { description: "Another browser took over the printer, or the printer was removed.", type: "final" },
    stopped: { type: "final" },
  },
  output: ({ context }) => ({ relief: context.relief }),
});
