import { assign, emit, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** What of an order can be printed. */
export type PrintKind = "preBill" | "kitchen" | "usedStockItems";

/** What is printed of which order. */
export interface PrintRequest {
  companyId: number;
  orderId: number;
  what: PrintKind;
}

/** A job that went to the queue, or why it did not. */
export type Printed =
  | { kind: "queued"; what: PrintKind; isPrinterOnDuty: boolean }
  | { kind: "failed"; message: string };

/** Printing of an order, one job at a time; without a printer on duty the printable page is to be opened (decisions, section 10). */
export const orderDetailPrintMachine = setup({
  types: {
    context: {} as PrintRequest,
    events: {} as { type: "print.ask"; what: PrintKind },
    emitted: {} as { type: "told"; text: string } | { type: "print.open"; what: PrintKind },
    input: {} as { companyId: number; orderId: number },
  },
  actors: { print: stub<Printed, PrintRequest>("print") },
  guards: {
    hasPrinter: (_, printed: Printed) => printed.kind === "queued" && printed.isPrinterOnDuty,
    hasNoPrinter: (_, printed: Printed) => printed.kind === "queued" && !printed.isPrinterOnDuty,
  },
  actions: {
    keepWhat: assign((_, what: PrintKind) => ({ what })),
    openPage: emit(({ context }) => ({ type: "print.open", what: context.what })),
    tellQueued: emit({ type: "told", text: "Отправлено на печать" }),
    tellRefusal: emit((_, printed: Printed) => ({
      type: "told",
      text: printed.kind === "failed" ? printed.message : "",
    })),
    tellFault: emit({ type: "told", text: "Печать не удалась. Попробуйте ещё раз." }),
  },
}).createMachine({
  id: "orderDetailPrint",
  context: ({ input }) => ({ ...input, what: "preBill" }),
  initial: "idle",
  states: {
    idle: {
      on: {
        "print.ask": { target: "printing", actions: { type: "keepWhat", params: ({ event }) => event.what } },
      },
    },
    printing: {
      invoke: {
        id: "print",
        src: "print",
        input: ({ context }) => context,
        onDone: [
          { guard: { type: "hasPrinter", params: outputOf }, target: "idle", actions: "tellQueued" },
          { guard: { type: "hasNoPrinter", params: outputOf }, target: "idle", actions: "openPage" },
          { target: "idle", actions: { type: "tellRefusal", params: outputOf } },
        ],
        onError: { target: "idle", actions: "tellFault" },
      },
    },
  },
});
