import { assign, sendTo, setup } from "xstate";
import { parseAmount } from "#domain/money.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import {
  type ClosingReport,
  type ClosingRequest,
  closingMutationMachine,
  reasonNotToClose,
  type ShiftPath,
  type ShiftQueryReport,
  type ShiftReport,
} from "./cashShift.ts";

const REASON_LENGTH = 500;

interface Context {
  readonly path: ShiftPath;
  readonly report: ShiftReport | undefined;
  /** Failure of the last read of the report. */
  readonly readFailure: Failure | undefined;
  readonly counted: string;
  readonly reason: string;
  /** Failure of the last attempt to close the shift. */
  readonly failure: Failure | undefined;
}

const requestOf = ({ path, report, counted, reason }: Context): ClosingRequest => ({
  ...path,
  version: report?.shift.version ?? 0,
  counted: parseAmount(counted) ?? 0,
  expected: report?.expected ?? 0,
  reason: reason.trim(),
});

/** Cash shift that the user closes after counting the cash (areas, section 6). */
export const cashShiftMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly path: ShiftPath },
    events: {} as
      | { type: "report.refresh" }
      | { type: "shift.count" }
      | { type: "shift.back" }
      | { type: "amount.type"; text: string }
      | { type: "reason.type"; text: string }
      | { type: "shift.close" }
      | ShiftQueryReport
      | ClosingReport,
    tags: {} as "busy",
    children: {} as { report: "report"; closing: "closing" },
  },
  actors: { report: queryMachineOf<ShiftPath, ShiftReport>(), closing: closingMutationMachine },
  guards: {
    isClosed: (_, report: ShiftReport) => report.shift.closedAt !== null,
    hasReport: ({ context }) => context.report !== undefined,
    mayClose: ({ context }) => reasonNotToClose(context) === undefined,
  },
  actions: {
    keepReport: assign((_, report: ShiftReport) => ({ report, readFailure: undefined })),
    keepReadFailure: assign((_, readFailure: Failure) => ({ readFailure })),
    setCounted: assign((_, counted: string) => ({ counted })),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    keepFailure: assign((_, failure: Failure | undefined) => ({ failure })),
    refresh: sendTo("report", { type: "query.refresh" }),
  },
}).createMachine({
  id: "cashShift",
  context: ({ input }) => ({
    path: input.path,
    report: undefined,
    readFailure: undefined,
    counted: "",
    reason: "",
    failure: undefined,
  }),
  initial: "running",
  states: {
    running: {
      description: "The X report is read again from time to time, because payments continue during the count.",
      invoke: {
        id: "report",
        src: "report",
        input: ({ context }) => ({ query: context.path }),
        onError: { actions: { type: "keepReadFailure", params: failureOf } },
      },
      on: {
        "query.loaded": [
          {
            guard: { type: "isClosed", params: ({ event }) => event.loaded.data },
            description: "Another user has closed the shift.",
            target: "closed",
            actions: { type: "keepReport", params: ({ event }) => event.loaded.data },
          },
          { actions: { type: "keepReport", params: ({ event }) => event.loaded.data } },
        ],
        "query.failed": { actions: { type: "keepReadFailure", params: ({ event }) => event.failure } },
        "report.refresh": { actions: "refresh" },
      },
      initial: "open",
      states: {
        open: {
          on: { "shift.count": { guard: "hasReport", target: "counting" } },
        },
        counting: {
          on: {
            "amount.type": { actions: { type: "setCounted", params: ({ event }) => event.text } },
            "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
            "shift.close": {
              guard: "mayClose",
              target: "closing",
              actions: { type: "keepFailure", params: undefined },
            },
            "shift.back": { target: "open", actions: { type: "keepFailure", params: undefined } },
          },
        },
        closing: {
          tags: "busy",
          invoke: {
            id: "closing",
            src: "closing",
            input: ({ context }) => ({ request: requestOf(context) }),
            onError: { target: "counting", actions: { type: "keepFailure", params: failureOf } },
          },
          on: {
            "mutation.recorded": {
              target: "#cashShift.closed",
              actions: { type: "keepReport", params: ({ event }) => event.result },
            },
            "mutation.stale": {
              description: "Another user has corrected the opening amount.",
              target: "counting",
              actions: "refresh",
            },
            "mutation.refused": {
              description: "The expected amount may have changed during the count.",
              target: "counting",
              actions: [{ type: "keepFailure", params: ({ event }) => event.failure }, "refresh"],
            },
            "mutation.dropped": { target: "counting", actions: "refresh" },
          },
        },
      },
    },
    closed: { description: "The Z report, which never changes." },
  },
});
