import { assign, setup } from "xstate";
import { errorOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Bills, PrintedDocument } from "./bills.ts";

/** What a printed page is asked to show. */
export interface BillsInput {
  companyId: number;
  orderIds: readonly number[];
  document: PrintedDocument;
}

/** The page of bills: reads its orders and lets itself be printed once they are drawn (decisions, section 10). */
export const billsMachine = setup({
  types: {
    context: {} as BillsInput & { bills: Bills | undefined; error: string | undefined },
    input: {} as BillsInput,
    events: {} as { type: "bills.retry" },
  },
  actors: { load: stub<Bills, BillsInput>("load") },
  guards: { hasOrders: ({ context }) => context.orderIds.length > 0 },
  actions: {
    keep: assign((_, bills: Bills) => ({ bills, error: undefined })),
    keepError: assign((_, error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })),
  },
}).createMachine({
  id: "bills",
  context: ({ input }) => ({ ...input, bills: undefined, error: undefined }),
  initial: "choosing",
  states: {
    choosing: { always: [{ guard: "hasOrders", target: "loading" }, { target: "empty" }] },
    loading: {
      invoke: {
        id: "load",
        src: "load",
        input: ({ context: { companyId, orderIds, document } }) => ({ companyId, orderIds, document }),
        onDone: { target: "ready", actions: { type: "keep", params: outputOf } },
        onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
      },
    },
    ready: {},
    empty: { description: "The address names no order." },
    failed: { on: { "bills.retry": "loading" } },
  },
});
