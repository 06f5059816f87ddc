import { assign, emit, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** What of an order can be printed. */
export type PrintKind = "preBill" | "kitchen" | "usedStockItems";

/** What is printed of which order; of another version of it something else is printed. */
export interface PrintRequest {
  companyId: number;
  orderId: number;
  version: number;
  what: PrintKind;
  /** All positions for the kitchen, changed or not. */
  isWhole: boolean;
}

/** Jobs that went to the queue, and which of them nobody on duty will print; that the kitchen knows it all; that nobody answered; or why it failed. */
export type Printed =
  | { kind: "queued"; what: PrintKind; manualIds: readonly number[] }
  | { kind: "unchanged" }
  | { kind: "unanswered" }
  | { kind: "failed"; message: string };

/** Printing of an order, one sending at a time; what no printer on duty will print is to be opened as a page (decisions, section 10). */
export const orderDetailPrintMachine = setup({
  types: {
    context: {} as PrintRequest & {
      /** Why nothing is known to be printed; said until the next printing. */
      problem: string | undefined;
    },
    events: {} as
      | { type: "print.ask"; what: PrintKind; version: number }
      | { type: "print.whole" }
      | { type: "print.drop" }
      | { type: "problem.dismiss" },
    emitted: {} as
      | { type: "told"; text: string }
      | { type: "print.sent" }
      | { type: "print.open"; jobIds: readonly number[] },
    input: {} as { companyId: number; orderId: number },
  },
  actors: { print: stub<Printed, PrintRequest>("print") },
  guards: {
    hasPrinters: (_, printed: Printed) => printed.kind === "queued" && printed.manualIds.length === 0,
    lacksPrinter: (_, printed: Printed) => printed.kind === "queued" && printed.manualIds.length > 0,
    isUnchanged: (_, printed: Printed) => printed.kind === "unchanged",
    isUnanswered: (_, printed: Printed) => printed.kind === "unanswered",
  },
  actions: {
    keepWhat: assign((_, { what, version }: Pick<PrintRequest, "what" | "version">) => ({
      what,
      version,
      isWhole: false,
      problem: undefined,
    })),
    wantWhole: assign({ isWhole: true }),
    tellSent: emit({ type: "print.sent" }),
    openPage: emit((_, printed: Printed) => ({
      type: "print.open",
      jobIds: printed.kind === "queued" ? printed.manualIds : [],
    })),
    tellQueued: emit({ type: "told", text: "Отправлено на печать" }),
    keepSilence: assign({
      problem: "Сервер не ответил. Отправьте ещё раз: даже если задание дошло, второго не будет.",
    }),
    keepRefusal: assign((_, printed: Printed) => (printed.kind === "failed" ? { problem: printed.message } : {})),
    keepFault: assign({ problem: "Печать не удалась. Попробуйте ещё раз." }),
    dropProblem: assign({ problem: undefined }),
  },
}).createMachine({
  id: "orderDetailPrint",
  context: ({ input }) => ({ ...input, version: 0, what: "preBill", isWhole: false, problem: undefined }),
  initial: "idle",
  on: { "problem.dismiss": { actions: "dropProblem" } },
  states: {
    idle: {
      on: {
        "print.ask": { target: "printing", actions: { type: "keepWhat", params: ({ event }) => event } },
      },
    },
    printing: {
      invoke: {
        id: "print",
        src: "print",
        input: ({ context: { problem, ...request } }) => request,
        onDone: [
          {
            guard: { type: "hasPrinters", params: outputOf },
            target: "idle",
            actions: ["tellQueued", "tellSent"],
          },
          {
            guard: { type: "lacksPrinter", params: outputOf },
            target: "idle",
            actions: [{ type: "openPage", params: outputOf }, "tellSent"],
          },
          { guard: { type: "isUnchanged", params: outputOf }, target: "offering" },
          {
            guard: { type: "isUnanswered", params: outputOf },
            target: "idle",
            actions: ["keepSilence", "tellSent"],
          },
          { target: "idle", actions: { type: "keepRefusal", params: outputOf } },
        ],
        onError: { target: "idle", actions: "keepFault" },
      },
    },
    offering: {
      description: "The kitchen has the last version; the whole order may be sent again.",
      on: {
        "print.whole": { target: "printing", actions: "wantWhole" },
        "print.drop": "idle",
        "print.ask": { target: "printing", actions: { type: "keepWhat", params: ({ event }) => event } },
      },
    },
  },
});
