import { assign, raise, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { DutyRecord, Ending } from "./printCenter.ts";
import {
  type Begun,
  type DutyPlace,
  handOf,
  type JobPlace,
  jobOf,
  type Printed,
  placeOf,
  type RecentJob,
  type Reported,
  recordOf,
  type Taken,
  withRecent,
} from "./printDuty.ts";

type Paper = Schemas["PrintPaper"];

/** The server's words when it relieved the browser; none when a person went off duty. */
export interface Left {
  readonly relief: string | undefined;
}

interface DutyInput extends DutyRecord {
  /** New with each load of the page: whoever begins under another one prints nothing. */
  readonly pageKey: string;
}

interface Context extends DutyInput, Left {
  paper: Paper | undefined;
  waiting: number;
  /** The server did not answer the last call. */
  isSilent: boolean;
  recent: readonly RecentJob[];
  /** What a person has just said not to have come out. */
  denied: { jobId: number; reason: string };
}

/** The work of one browser on duty: no job is printed twice without a person's word, none is called printed that was not (decisions, section 10). */
export const printDutyMachine = setup({
  types: {
    context: {} as Context,
    input: {} as DutyInput,
    output: {} as Left,
    events: {} as
      | { type: "duty.pause" }
      | { type: "duty.resume" }
      | { type: "duty.stop" }
      | { type: "duty.lost"; message: string }
      | { type: "job.print" }
      | { type: "answer.printed" }
      | { type: "answer.failed"; reason: string }
      | { type: "job.deny"; jobId: number; reason: string }
      | { type: "network.online" },
  },
  actors: {
    keep: stub<void, DutyRecord>("keep"),
    take: stub<Taken, DutyPlace>("take"),
    beat: stub<Taken, DutyPlace>("beat"),
    begin: stub<Begun, JobPlace & { key: string }>("begin"),
    print: stub<Printed, Paper>("print"),
    report: stub<Reported, JobPlace & { ending: Ending }>("report"),
    deny: stub<Reported, { companyId: number; jobId: number; reason: string }>("deny"),
  },
  guards: {
    isRelieved: (_, taken: Taken) => taken.kind === "relieved",
    isSilence: (_, outcome: { kind: string }) => outcome.kind === "silent",
    hasNothing: (_, taken: Taken) => taken.kind === "onDuty" && taken.job === null,
    isBegunJob: (_, taken: Taken) => taken.kind === "onDuty" && taken.job?.status === "printing",
    isBegun: (_, begun: Begun) => begun.kind === "begun",
    isBegunBefore: (_, begun: Begun) => begun.kind === "begunBefore",
    isUndrawn: (_, printed: Printed) => printed.kind === "undrawn",
    isAuto: ({ context }) => context.plan.mode === "auto",
    hasEnding: ({ context }) => context.ending !== null,
    hasHand: ({ context }) => context.hand !== null,
    hasFailed: ({ context }) => context.ending?.result === "failed",
  },
  actions: {
    keepTaken: assign((_, taken: Taken) => {
      if (taken.kind === "silent") return { isSilent: true };
      if (taken.kind === "relieved") return { relief: taken.message };
      return { isSilent: false, waiting: taken.waiting, hand: taken.job && handOf(taken.job) };
    }),
    keepAlive: assign((_, taken: Taken) =>
      taken.kind === "onDuty" ? { isSilent: false, waiting: taken.waiting } : { isSilent: taken.kind === "silent" },
    ),
    keepRelief: assign((_, relief: string) => ({ relief })),
    loseDuty: raise((_, taken: Taken) => ({
      type: "duty.lost" as const,
      message: taken.kind === "relieved" ? taken.message : "",
    })),
    keepBegun: assign((_, begun: Begun) => ({
      isSilent: begun.kind === "silent",
      paper: begun.kind === "begun" ? begun.paper : undefined,
    })),
    letGo: assign({ hand: null, paper: undefined, ending: null }),
    keepPrinted: assign({ ending: { result: "printed", reason: "" } as const }),
    keepFailed: assign((_, reason: string) => ({ ending: { result: "failed", reason } as const })),
    keepReported: assign(({ context }, reported: Reported) => {
      const { hand, ending, recent } = context;
      if (reported.kind === "silent" || !hand || !ending) return { isSilent: reported.kind === "silent" };
      return { isSilent: false, recent: withRecent(recent, { ...hand, ending }) };
    }),
    keepDenied: assign(({ context }, { jobId, reason }: { jobId: number; reason: string }) => ({
      denied: { jobId, reason },
      recent: context.recent.map((job) =>
        job.jobId === jobId ? { ...job, ending: { result: "failed" as const, reason } } : job,
      ),
    })),
    keepSilence: assign({ isSilent: true }),
  },
  delays: { poll: 3000, beat: 15_000, pause: 3000 },
}).createMachine({
  id: "printDuty",
  context: ({ input }) => ({
    ...input,
    paper: undefined,
    waiting: 0,
    isSilent: false,
    recent: [],
    denied: { jobId: 0, reason: "" },
    relief: undefined,
  }),
  initial: "serving",
  states: {
    serving: {
      type: "parallel",
      states: {
        work: {
          initial: "deciding",
          states: {
            deciding: {
              description: "What was in hand before a reload comes first.",
              always: [
                { guard: "hasEnding", target: "reporting" },
                { guard: "hasHand", target: "asking" },
                { target: "taking" },
              ],
            },
            taking: {
              entry: "letGo",
              invoke: {
                id: "take",
                src: "take",
                input: ({ context }) => placeOf(context),
                onDone: [
                  {
                    guard: { type: "isSilence", params: outputOf },
                    target: "idle",
                    actions: { type: "keepTaken", params: outputOf },
                  },
                  {
                    guard: { type: "isRelieved", params: outputOf },
                    target: "#printDuty.relieved",
                    actions: { type: "keepTaken", params: outputOf },
                  },
                  {
                    guard: { type: "hasNothing", params: outputOf },
                    target: "idle",
                    actions: { type: "keepTaken", params: outputOf },
                  },
                  {
                    guard: { type: "isBegunJob", params: outputOf },
                    target: "asking",
                    actions: { type: "keepTaken", params: outputOf },
                  },
                  { target: "taken", actions: { type: "keepTaken", params: outputOf } },
                ],
                onError: { target: "idle", actions: "keepSilence" },
              },
              on: { "duty.stop": "#printDuty.stopped", "duty.pause": "paused" },
            },
            idle: {
              after: { poll: "taking" },
              on: {
                "network.online": "taking",
                "duty.pause": "paused",
                "duty.stop": "#printDuty.stopped",
                "duty.lost": {
                  target: "#printDuty.relieved",
                  actions: { type: "keepRelief", params: ({ event }) => event.message },
                },
                "job.deny": { target: "denying", actions: { type: "keepDenied", params: ({ event }) => event } },
              },
            },
            taken: { always: [{ guard: "isAuto", target: "beginning" }, { target: "holding" }] },
            holding: {
              description: "A job is there and waits for a click; it is not begun.",
              on: {
                "job.print": "beginning",
                "duty.stop": "#printDuty.stopped",
                "duty.lost": {
                  target: "#printDuty.relieved",
                  actions: { type: "keepRelief", params: ({ event }) => event.message },
                },
              },
            },
            beginning: {
              description: "Nothing is printed before the server knows that printing begins.",
              invoke: {
                id: "begin",
                src: "begin",
                input: ({ context }) => ({ ...jobOf(context), key: context.pageKey }),
                onDone: [
                  {
                    guard: { type: "isBegun", params: outputOf },
                    target: "noting",
                    actions: { type: "keepBegun", params: outputOf },
                  },
                  {
                    guard: { type: "isBegunBefore", params: outputOf },
                    target: "asking",
                    actions: { type: "keepBegun", params: outputOf },
                  },
                  {
                    guard: { type: "isSilence", params: outputOf },
                    target: "knocking",
                    actions: { type: "keepBegun", params: outputOf },
                  },
                  { target: "taking", actions: { type: "keepBegun", params: outputOf } },
                ],
                onError: { target: "knocking", actions: "keepSilence" },
              },
            },
            knocking: {
              description: "Nobody answered whether printing may begin; it is asked again under the same key.",
              after: { pause: "beginning" },
              on: { "network.online": "beginning" },
            },
            noting: {
              description: "The journal says that printing begins before it does.",
              invoke: {
                id: "note",
                src: "keep",
                input: ({ context }) => recordOf(context),
                onDone: "printing",
                onError: {
                  target: "reporting",
                  actions: { type: "keepFailed", params: "Браузер не смог записать журнал печати" },
                },
              },
            },
            printing: {
              invoke: {
                id: "print",
                src: "print",
                input: ({ context }) => {
                  if (!context.paper) throw new Error("nothing is printed without a paper");
                  return context.paper;
                },
                onDone: [
                  {
                    guard: { type: "isUndrawn", params: outputOf },
                    target: "closing",
                    actions: { type: "keepFailed", params: "Страница не нарисовалась" },
                  },
                  { guard: "isAuto", target: "closing", actions: "keepPrinted" },
                  { target: "asking" },
                ],
                onError: "asking",
              },
            },
            asking: {
              description: "Only a person knows whether it came out.",
              on: {
                "answer.printed": { target: "closing", actions: "keepPrinted" },
                "answer.failed": {
                  target: "closing",
                  actions: { type: "keepFailed", params: ({ event }) => event.reason },
                },
              },
            },
            closing: {
              description: "The journal says how it ended, so that a reload need not ask.",
              invoke: {
                id: "close",
                src: "keep",
                input: ({ context }) => recordOf(context),
                onDone: "reporting",
                onError: "reporting",
              },
            },
            reporting: {
              invoke: {
                id: "report",
                src: "report",
                input: ({ context }) => ({
                  ...jobOf(context),
                  ending: context.ending ?? { result: "failed", reason: "" },
                }),
                onDone: [
                  {
                    guard: { type: "isSilence", params: outputOf },
                    target: "owing",
                    actions: { type: "keepReported", params: outputOf },
                  },
                  { target: "clearing", actions: { type: "keepReported", params: outputOf } },
                ],
                onError: { target: "owing", actions: "keepSilence" },
              },
            },
            owing: {
              description: "It is over, but the server does not know yet; the report is repeated until it is answered.",
              after: { pause: "reporting" },
              on: { "network.online": "reporting" },
            },
            clearing: {
              description: "The server knows: the journal is done with the job.",
              invoke: {
                id: "clear",
                src: "keep",
                input: ({ context }) => ({ ...recordOf(context), hand: null, ending: null }),
                onDone: [{ guard: "hasFailed", target: "paused" }, { target: "taking" }],
                onError: [{ guard: "hasFailed", target: "paused" }, { target: "taking" }],
              },
            },
            paused: {
              description:
                "After a failure, or at a person's wish, nothing more is taken: an empty printer would swallow job after job.",
              on: {
                "duty.resume": "taking",
                "duty.stop": "#printDuty.stopped",
                "duty.lost": {
                  target: "#printDuty.relieved",
                  actions: { type: "keepRelief", params: ({ event }) => event.message },
                },
                "job.deny": { target: "denying", actions: { type: "keepDenied", params: ({ event }) => event } },
              },
            },
            denying: {
              description: "A person saw that what was called printed did not come out.",
              invoke: {
                id: "deny",
                src: "deny",
                input: ({ context }) => ({ companyId: context.plan.companyId, ...context.denied }),
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
                input: ({ context }) => placeOf(context),
                onDone: [
                  {
                    guard: { type: "isRelieved", params: outputOf },
                    target: "resting",
                    actions: { type: "loseDuty", params: outputOf },
                  },
                  { target: "resting", actions: { type: "keepAlive", params: outputOf } },
                ],
                onError: { target: "resting", actions: "keepSilence" },
              },
            },
          },
        },
      },
    },
    relieved: { description: "Somebody else took the printer, or it was removed.", type: "final" },
    stopped: { type: "final" },
  },
  output: ({ context }) => ({ relief: context.relief }),
});
