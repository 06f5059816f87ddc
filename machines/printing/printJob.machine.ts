import { assign, enqueueActions, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { DutyRecord, JobEnding } from "./printCenter.ts";
import {
  type BeginAnswer,
  dutyPathOf,
  type JobInput,
  type JobPath,
  jobFailures,
  type PrintResult,
  type ReportAnswer,
  toDutyRecord,
} from "./printJob.ts";

type Paper = Schemas["PrintPaper"];

interface Context extends JobInput {
  readonly paper: Paper | undefined;
}

/** Events that a print job sends to the print duty. */
export type JobReport =
  /** A call to the server has ended. `isServerUnreachable` is true if the server did not answer. */
  | { readonly type: "request.settled"; readonly isServerUnreachable: boolean }
  /** The job waits for the user's click. Before the click the job can go back to the queue. */
  | { readonly type: "job.held" }
  | { readonly type: "job.started" };

/** Output of a print job. `ending` is null if this browser must not print the job any more. */
export interface JobOutput {
  readonly ending: JobEnding | null;
  /** True if the server accepted the report of the result. */
  readonly isReported: boolean;
}

const jobPathOf = ({ plan, dutyId, hand }: JobInput): JobPath => ({ ...dutyPathOf({ plan, dutyId }), hand });

/**
 * Printing of one job by this browser (decisions, section 10). If the document may already have been printed, the user
 * is asked before it is printed again.
 */
export const printJobMachine = setup({
  types: {
    context: {} as Context & { readonly isReported: boolean },
    input: {} as JobInput,
    output: {} as JobOutput,
    events: {} as
      | { type: "job.print" }
      | { type: "answer.printed" }
      | { type: "answer.failed"; reason: string }
      | EnvironmentEvent,
  },
  actors: {
    keep: stub<void, DutyRecord>("keep"),
    begin: stub<BeginAnswer, JobPath & { key: string }>("begin"),
    print: stub<PrintResult, Paper>("print"),
    report: stub<ReportAnswer, JobPath & { ending: JobEnding }>("report"),
    environment: environmentStub,
  },
  guards: {
    hasEnding: ({ context }) => context.ending !== null,
    isBegunBefore: ({ context }) => context.isBegun,
    isAuto: ({ context }) => context.plan.mode === "auto",
    isBegun: (_, answer: BeginAnswer) => answer.kind === "begun",
    isForeign: (_, answer: BeginAnswer) => answer.kind === "begunBefore",
    isBeginUnanswered: (_, answer: BeginAnswer) => answer.kind === "unanswered",
    isUnrendered: (_, result: PrintResult) => result === "unrendered",
    isReportUnanswered: (_, answer: ReportAnswer) => answer === "unanswered",
  },
  actions: {
    keepPaper: assign((_, answer: BeginAnswer) => (answer.kind === "begun" ? { paper: answer.paper } : {})),
    markPrinted: assign({ ending: { result: "printed", reason: "" } as const }),
    markFailed: assign((_, reason: string) => ({ ending: { result: "failed", reason } as const })),
    keepReported: assign((_, answer: ReportAnswer) => ({ isReported: answer === "reported" })),
    report: enqueueActions(({ self, enqueue }, report: JobReport) => notifyParent({ self, enqueue }, report)),
    reportSettled: enqueueActions(({ self, enqueue }, isServerUnreachable: boolean) => {
      const report: JobReport = { type: "request.settled", isServerUnreachable };
      notifyParent({ self, enqueue }, report);
    }),
  },
  delays: { retryPause: 3000 },
}).createMachine({
  id: "printJob",
  context: ({ input }) => ({ ...input, paper: undefined, isReported: false }),
  invoke: { id: "environment", src: "environment" },
  initial: "deciding",
  states: {
    deciding: {
      description: "An unfinished job continues from its journalled step.",
      always: [
        { guard: "hasEnding", target: "reporting" },
        { guard: "isBegunBefore", target: "asking" },
        { guard: "isAuto", target: "beginning" },
        { target: "holding" },
      ],
    },
    holding: {
      description: "The job waits for a click. Printing has not started.",
      entry: { type: "report", params: { type: "job.held" } },
      on: { "job.print": { target: "beginning", actions: { type: "report", params: { type: "job.started" } } } },
    },
    beginning: {
      description: "The start of printing is reported to the server before the page is printed.",
      invoke: {
        id: "begin",
        src: "begin",
        input: ({ context }) => ({ ...jobPathOf(context), key: context.pageKey }),
        onDone: [
          {
            guard: { type: "isBegun", params: outputOf },
            target: "noting",
            actions: [
              { type: "keepPaper", params: outputOf },
              { type: "reportSettled", params: false },
            ],
          },
          {
            guard: { type: "isForeign", params: outputOf },
            target: "asking",
            actions: { type: "reportSettled", params: false },
          },
          {
            guard: { type: "isBeginUnanswered", params: outputOf },
            target: "waitingToBegin",
            actions: { type: "reportSettled", params: true },
          },
          { target: "withdrawn", actions: { type: "reportSettled", params: false } },
        ],
        onError: { target: "waitingToBegin", actions: { type: "reportSettled", params: true } },
      },
    },
    waitingToBegin: {
      description: "No answer came. The start of printing is reported again under the same key.",
      after: { retryPause: "beginning" },
      on: { "network.online": "beginning" },
    },
    noting: {
      description: "The journal records the start of printing before the page goes to the printer.",
      invoke: {
        id: "note",
        src: "keep",
        input: ({ context }) => toDutyRecord(context),
        onDone: "printing",
        onError: { target: "reporting", actions: { type: "markFailed", params: jobFailures.journal } },
      },
    },
    printing: {
      invoke: {
        id: "print",
        src: "print",
        input: ({ context }) => {
          if (!context.paper) throw new Error("A job without a paper cannot be printed");
          return context.paper;
        },
        onDone: [
          {
            guard: { type: "isUnrendered", params: outputOf },
            target: "closing",
            actions: { type: "markFailed", params: jobFailures.unrendered },
          },
          { guard: "isAuto", target: "closing", actions: "markPrinted" },
          { target: "asking" },
        ],
        onError: "asking",
      },
    },
    asking: {
      description: "Only the user knows whether the page was printed.",
      on: {
        "answer.printed": { target: "closing", actions: "markPrinted" },
        "answer.failed": { target: "closing", actions: { type: "markFailed", params: ({ event }) => event.reason } },
      },
    },
    closing: {
      description: "The journal records the result, so that the user is not asked again after a reload.",
      invoke: {
        id: "close",
        src: "keep",
        input: ({ context }) => toDutyRecord(context),
        onDone: "reporting",
        onError: "reporting",
      },
    },
    reporting: {
      invoke: {
        id: "report",
        src: "report",
        input: ({ context }) => ({
          ...jobPathOf(context),
          ending: context.ending ?? { result: "failed", reason: "" },
        }),
        onDone: [
          {
            guard: { type: "isReportUnanswered", params: outputOf },
            target: "waitingToReport",
            actions: { type: "reportSettled", params: true },
          },
          {
            target: "clearing",
            actions: [
              { type: "keepReported", params: outputOf },
              { type: "reportSettled", params: false },
            ],
          },
        ],
        onError: { target: "waitingToReport", actions: { type: "reportSettled", params: true } },
      },
    },
    waitingToReport: {
      description: "The job has ended, but the server has not confirmed the report. The report is repeated.",
      after: { retryPause: "reporting" },
      on: { "network.online": "reporting" },
    },
    clearing: {
      description: "The server has the report, so the job is removed from the journal.",
      invoke: {
        id: "clear",
        src: "keep",
        input: ({ context }) => ({ ...toDutyRecord(context), hand: null, ending: null }),
        onDone: "ended",
        onError: "ended",
      },
    },
    withdrawn: { type: "final" },
    ended: { type: "final" },
  },
  output: ({ context: { ending, isReported } }) => ({ ending, isReported }),
});
