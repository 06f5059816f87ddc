import { assign, raise, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { type DutyPlan, type DutyRecord, type Ending, type Hand, handOf } from "./printCenter.ts";

type Job = Schemas["PrintJob"];
type Paper = Schemas["PrintPaper"];

/** What came of going on duty. */
export type Started =
  | { kind: "started"; duty: Schemas["PrintDuty"] }
  | { kind: "busy"; userAlias: string; since: string }
  | { kind: "refused"; message: string }
  | { kind: "silent" };

/** What came of asking for a job, or of saying that one is still there. */
export type Taken =
  | { kind: "onDuty"; job: Job | null; waiting: number }
  | { kind: "relieved"; message: string }
  | { kind: "silent" };

/** What came of saying that printing begins. */
export type Begun =
  | { kind: "begun"; paper: Paper }
  | { kind: "begunBefore" }
  | { kind: "dropped" }
  | { kind: "silent" };

/** Whether the page was sent to the printer; `undrawn` means that nothing can have come out. */
export type Printed = { kind: "sent" } | { kind: "undrawn"; message: string };

/** What came of a report or a correction; `refused` means that the job is no longer ours to speak of. */
export type Reported = { kind: "reported" } | { kind: "refused" } | { kind: "silent" };

/** A job that this page has printed, or tried to. */
export interface RecentJob extends Hand {
  readonly ending: Ending;
}

/** Which duty of which company a call is about. */
export interface DutyPlace {
  readonly companyId: number;
  readonly dutyId: string;
}

interface Context {
  /** The company that is chosen before there is a duty. */
  companyId: number;
  printers: readonly Schemas["Printer"][];
  dutyId: string;
  plan: DutyPlan;
  duty: Schemas["PrintDuty"] | undefined;
  isTakeover: boolean;
  busyWith: { userAlias: string; since: string } | undefined;
  hand: Hand | undefined;
  paper: Paper | undefined;
  ending: Ending | undefined;
  waiting: number;
  message: string;
  /** The server did not answer the last call. */
  isSilent: boolean;
  recent: readonly RecentJob[];
  /** What a person has just said not to have come out. */
  denied: { jobId: number; reason: string };
  /** New with each load of the page: whoever begins under another one prints nothing. */
  pageKey: string;
}

const RECENT = 10;

const noPlan: DutyPlan = { companyId: 0, printerId: 0, kinds: [], mode: "click" };

const recordOf = ({ dutyId, plan, hand, ending }: Context): DutyRecord => ({
  dutyId,
  plan,
  hand: hand ?? null,
  ending: ending ?? null,
});

const placeOf = ({ plan, dutyId }: Context): DutyPlace => ({ companyId: plan.companyId, dutyId });

/** One browser on duty for one printer: no job is printed twice without a person's word, none is called printed that was not (decisions, section 10). */
export const printCenterMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { companyId: number; pageKey: string },
    events: {} as
      | { type: "company.choose"; companyId: number }
      | { type: "printers.retry" }
      | { type: "duty.start"; plan: DutyPlan; dutyId: string }
      | { type: "duty.takeOver" }
      | { type: "duty.back" }
      | { type: "duty.pause" }
      | { type: "duty.resume" }
      | { type: "duty.stop" }
      | { type: "duty.lost"; message: string }
      | { type: "job.print" }
      | { type: "answer.printed" }
      | { type: "answer.failed"; reason: string }
      | { type: "job.deny"; jobId: number; reason: string }
      | { type: "network.online" },
    tags: {} as "busy" | "onDuty",
  },
  actors: {
    recall: stub<DutyRecord | null>("recall"),
    printers: stub<readonly Schemas["Printer"][], number>("printers"),
    start: stub<Started, { plan: DutyPlan; dutyId: string; isTakeover: boolean }>("start"),
    keep: stub<void, DutyRecord>("keep"),
    take: stub<Taken, DutyPlace>("take"),
    beat: stub<Taken, DutyPlace>("beat"),
    begin: stub<Begun, DutyPlace & { hand: Hand; key: string }>("begin"),
    print: stub<Printed, Paper>("print"),
    report: stub<Reported, DutyPlace & { hand: Hand; ending: Ending }>("report"),
    deny: stub<Reported, { companyId: number; jobId: number; reason: string }>("deny"),
    end: stub<void, DutyPlace>("end"),
    forget: stub<void>("forget"),
  },
  guards: {
    isKnown: (_, record: DutyRecord | null) => record !== null,
    isStarted: (_, started: Started) => started.kind === "started",
    isBusy: (_, started: Started) => started.kind === "busy",
    isRelieved: (_, taken: Taken) => taken.kind === "relieved",
    isSilence: (_, outcome: { kind: string }) => outcome.kind === "silent",
    hasNothing: (_, taken: Taken) => taken.kind === "onDuty" && taken.job === null,
    isBegunJob: (_, taken: Taken) => taken.kind === "onDuty" && taken.job?.status === "printing",
    isBegun: (_, begun: Begun) => begun.kind === "begun",
    isBegunBefore: (_, begun: Begun) => begun.kind === "begunBefore",
    isUndrawn: (_, printed: Printed) => printed.kind === "undrawn",
    isAuto: ({ context }) => context.plan.mode === "auto",
    hasEnding: ({ context }) => context.ending !== undefined,
    hasHand: ({ context }) => context.hand !== undefined,
    hasFailed: ({ context }) => context.ending?.result === "failed",
  },
  actions: {
    keepCompany: assign((_, companyId: number) => ({ companyId, printers: [], message: "" })),
    keepPrinters: assign((_, printers: readonly Schemas["Printer"][]) => ({ printers })),
    keepRecord: assign((_, record: DutyRecord | null) =>
      record === null
        ? {}
        : {
            companyId: record.plan.companyId,
            dutyId: record.dutyId,
            plan: record.plan,
            hand: record.hand ?? undefined,
            ending: record.ending ?? undefined,
          },
    ),
    keepPlan: assign((_, { plan, dutyId }: { plan: DutyPlan; dutyId: string }) => ({
      plan,
      dutyId,
      isTakeover: false,
      message: "",
      hand: undefined,
      ending: undefined,
    })),
    insist: assign({ isTakeover: true }),
    keepStarted: assign((_, started: Started) => {
      if (started.kind === "started") return { duty: started.duty, isTakeover: false, isSilent: false, message: "" };
      if (started.kind === "busy") return { busyWith: started, isTakeover: false, isSilent: false };
      return started.kind === "refused" ? { message: started.message, isSilent: false } : { isSilent: true };
    }),
    keepTaken: assign((_, taken: Taken) => {
      if (taken.kind === "silent") return { isSilent: true };
      if (taken.kind === "relieved") return { isSilent: false, message: taken.message };
      return { isSilent: false, waiting: taken.waiting, hand: taken.job ? handOf(taken.job) : undefined };
    }),
    keepAlive: assign((_, taken: Taken) =>
      taken.kind === "onDuty" ? { isSilent: false, waiting: taken.waiting } : { isSilent: taken.kind === "silent" },
    ),
    keepMessage: assign((_, message: string) => ({ message })),
    loseDuty: raise((_, taken: Taken) => ({
      type: "duty.lost" as const,
      message: taken.kind === "relieved" ? taken.message : "",
    })),
    keepBegun: assign((_, begun: Begun) => ({
      isSilent: begun.kind === "silent",
      paper: begun.kind === "begun" ? begun.paper : undefined,
    })),
    letGo: assign({ hand: undefined, paper: undefined, ending: undefined }),
    keepPrinted: assign({ ending: { result: "printed", reason: "" } as const }),
    keepFailed: assign((_, reason: string) => ({ ending: { result: "failed", reason } as const })),
    keepReported: assign(({ context }, reported: Reported) => {
      const { hand, ending, recent } = context;
      if (reported.kind === "silent" || !hand || !ending) return { isSilent: reported.kind === "silent" };
      const others = recent.filter(({ jobId }) => jobId !== hand.jobId);
      return { isSilent: false, recent: [{ ...hand, ending }, ...others].slice(0, RECENT) };
    }),
    keepDenied: assign(({ context }, { jobId, reason }: { jobId: number; reason: string }) => ({
      denied: { jobId, reason },
      recent: context.recent.map((job) =>
        job.jobId === jobId ? { ...job, ending: { result: "failed" as const, reason } } : job,
      ),
    })),
    keepSilence: assign({ isSilent: true }),
    leave: assign({ duty: undefined, dutyId: "", hand: undefined, paper: undefined, ending: undefined, recent: [] }),
  },
  delays: { poll: 3000, beat: 15_000, pause: 3000 },
}).createMachine({
  id: "printCenter",
  context: ({ input }) => ({
    ...input,
    printers: [],
    dutyId: "",
    plan: noPlan,
    duty: undefined,
    isTakeover: false,
    busyWith: undefined,
    hand: undefined,
    paper: undefined,
    ending: undefined,
    waiting: 0,
    message: "",
    isSilent: false,
    recent: [],
    denied: { jobId: 0, reason: "" },
  }),
  initial: "recalling",
  states: {
    recalling: {
      description: "A reload, or a browser that was closed, goes on with the duty that it had.",
      tags: "busy",
      invoke: {
        id: "recall",
        src: "recall",
        onDone: [
          {
            guard: { type: "isKnown", params: outputOf },
            target: "starting",
            actions: { type: "keepRecord", params: outputOf },
          },
          { target: "listing" },
        ],
        onError: "listing",
      },
    },
    listing: {
      tags: "busy",
      invoke: {
        id: "printers",
        src: "printers",
        input: ({ context }) => context.companyId,
        onDone: { target: "choosing", actions: { type: "keepPrinters", params: outputOf } },
        onError: "unlisted",
      },
      on: {
        "company.choose": {
          target: "listing",
          reenter: true,
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
      },
    },
    unlisted: {
      on: {
        "printers.retry": "listing",
        "network.online": "listing",
        "company.choose": {
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
      },
    },
    choosing: {
      on: {
        "company.choose": {
          target: "listing",
          actions: { type: "keepCompany", params: ({ event }) => event.companyId },
        },
        "duty.start": { target: "starting", actions: { type: "keepPlan", params: ({ event }) => event } },
      },
    },
    starting: {
      description: "The browser has made the id of the duty, so that a repetition is the same duty.",
      tags: "busy",
      invoke: {
        id: "start",
        src: "start",
        input: ({ context: { plan, dutyId, isTakeover } }) => ({ plan, dutyId, isTakeover }),
        onDone: [
          {
            guard: { type: "isStarted", params: outputOf },
            target: "noted",
            actions: { type: "keepStarted", params: outputOf },
          },
          {
            guard: { type: "isBusy", params: outputOf },
            target: "busy",
            actions: { type: "keepStarted", params: outputOf },
          },
          {
            guard: { type: "isSilence", params: outputOf },
            target: "unreached",
            actions: { type: "keepStarted", params: outputOf },
          },
          { target: "forgetting", actions: { type: "keepStarted", params: outputOf } },
        ],
        onError: { target: "unreached", actions: "keepSilence" },
      },
    },
    noted: {
      description: "The duty is written down, so that a reload goes on with it.",
      tags: "busy",
      invoke: {
        id: "noteDuty",
        src: "keep",
        input: ({ context }) => recordOf(context),
        onDone: "onDuty",
        onError: "onDuty",
      },
    },
    unreached: {
      after: { pause: "starting" },
      on: { "network.online": "starting", "duty.back": "forgetting" },
    },
    busy: {
      description: "Somebody else is on duty for the printer: one browser a printer.",
      on: { "duty.takeOver": { target: "starting", actions: "insist" }, "duty.back": "forgetting" },
    },
    onDuty: {
      tags: "onDuty",
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
                    target: "#printCenter.relieved",
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
              on: { "duty.stop": "#printCenter.ending", "duty.pause": "paused" },
            },
            idle: {
              after: { poll: "taking" },
              on: {
                "network.online": "taking",
                "duty.pause": "paused",
                "duty.stop": "#printCenter.ending",
                "duty.lost": {
                  target: "#printCenter.relieved",
                  actions: { type: "keepMessage", params: ({ event }) => event.message },
                },
                "job.deny": { target: "denying", actions: { type: "keepDenied", params: ({ event }) => event } },
              },
            },
            taken: { always: [{ guard: "isAuto", target: "beginning" }, { target: "holding" }] },
            holding: {
              description: "A job is there and waits for a click; it is not begun.",
              on: {
                "job.print": "beginning",
                "duty.stop": "#printCenter.ending",
                "duty.lost": {
                  target: "#printCenter.relieved",
                  actions: { type: "keepMessage", params: ({ event }) => event.message },
                },
              },
            },
            beginning: {
              description: "Nothing is printed before the server knows that printing begins.",
              invoke: {
                id: "begin",
                src: "begin",
                input: ({ context }) => ({
                  ...placeOf(context),
                  hand: context.hand ?? { jobId: 0, attempt: 0, title: "" },
                  key: context.pageKey,
                }),
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
                  ...placeOf(context),
                  hand: context.hand ?? { jobId: 0, attempt: 0, title: "" },
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
                "duty.stop": "#printCenter.ending",
                "duty.lost": {
                  target: "#printCenter.relieved",
                  actions: { type: "keepMessage", params: ({ event }) => event.message },
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
    relieved: {
      description: "Somebody else took the printer, or it was removed.",
      entry: "leave",
      on: { "duty.back": "forgetting" },
    },
    ending: {
      tags: "busy",
      invoke: {
        id: "end",
        src: "end",
        input: ({ context }) => placeOf(context),
        onDone: "forgetting",
        onError: "forgetting",
      },
    },
    forgetting: {
      entry: "leave",
      tags: "busy",
      invoke: { id: "forget", src: "forget", onDone: "listing", onError: "listing" },
    },
  },
});
