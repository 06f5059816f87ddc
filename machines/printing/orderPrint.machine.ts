import { assign, emit, setup } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import {
  type PrintKind,
  type PrintPage,
  type PrintReport,
  type PrintRequest,
  printMutationMachine,
  type QueuedJobs,
} from "./orderPrint.ts";

/**
 * Printing of an order, one request at a time. If no browser prints the printer's queue, the user prints the document
 * on a separate page (decisions, section 10).
 */
export const orderPrintMachine = setup({
  types: {
    context: {} as PrintRequest & {
      /** Failure of the last print request. The next request clears the failure. */
      readonly failure: Failure | undefined;
    },
    events: {} as
      | { type: "print.request"; kind: PrintKind }
      | { type: "print.whole" }
      | { type: "print.cancel" }
      | { type: "failure.dismiss" }
      | PrintReport,
    emitted: {} as { type: "print.queued" } | { type: "print.sent" } | { type: "print.open"; page: PrintPage },
    input: {} as { readonly companyId: number; readonly orderId: number },
    children: {} as { print: "print" },
  },
  actors: { print: printMutationMachine },
  guards: {
    hasPrinters: (_, { manualIds }: QueuedJobs) => manualIds.length === 0,
  },
  actions: {
    keepRequest: assign((_, { kind }: Pick<PrintRequest, "kind">) => ({ kind, isWhole: false, failure: undefined })),
    requestWhole: assign({ isWhole: true }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dropFailure: assign({ failure: undefined }),
    reportSent: emit({ type: "print.sent" }),
    reportQueued: emit({ type: "print.queued" }),
    openPage: emit(({ context: { orderId, kind } }, { manualIds, hasPapers }: QueuedJobs) => ({
      type: "print.open",
      page: hasPapers ? { jobIds: manualIds } : { orderId, document: kind },
    })),
  },
}).createMachine({
  id: "orderPrint",
  context: ({ input }) => ({ ...input, kind: "preBill", isWhole: false, failure: undefined }),
  initial: "idle",
  on: { "failure.dismiss": { actions: "dropFailure" } },
  states: {
    idle: {
      on: { "print.request": { target: "printing", actions: { type: "keepRequest", params: ({ event }) => event } } },
    },
    printing: {
      invoke: {
        id: "print",
        src: "print",
        input: ({ context: { companyId, orderId, kind, isWhole } }) => ({
          request: { companyId, orderId, kind, isWhole },
        }),
        onError: "idle",
      },
      on: {
        "mutation.recorded": [
          {
            guard: { type: "hasPrinters", params: ({ event }) => event.result },
            target: "idle",
            actions: ["reportQueued", "reportSent"],
          },
          {
            target: "idle",
            actions: [{ type: "openPage", params: ({ event }) => event.result }, "reportSent"],
          },
        ],
        "mutation.stale": "offering",
        "mutation.refused": {
          target: "idle",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "print.cancel": { target: "idle", actions: "reportSent" },
      },
    },
    offering: {
      description: "The kitchen already has this version. The user may send the whole order again.",
      on: {
        "print.whole": { target: "printing", actions: "requestWhole" },
        "print.cancel": "idle",
        "print.request": { target: "printing", actions: { type: "keepRequest", params: ({ event }) => event } },
      },
    },
  },
});
