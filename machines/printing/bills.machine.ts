import { assign, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Bills, PrintedDocument } from "./bills.ts";

/** What a printed page is asked to show. */
export interface BillsInput {
  companyId: number;
  orderIds: readonly number[];
  /** Print jobs that nobody on duty could take; with them the orders need not be named. */
  jobIds: readonly number[];
  document: PrintedDocument;
}

/** The page of bills: reads its orders and lets itself be printed once they are drawn (decisions, section 10). */
export const billsMachine = setup({
  types: {
    context: {} as BillsInput & { bills: Bills | undefined; error: string | undefined },
    input: {} as BillsInput,
    events: {} as { type: "bills.retry" } | { type: "page.printed" } | { type: "answer.yes" } | { type: "answer.no" },
  },
  actors: {
    load: stub<Bills, BillsInput>("load"),
    confirm: stub<void, Pick<BillsInput, "companyId" | "jobIds">>("confirm"),
  },
  guards: {
    hasOrders: ({ context }) => context.orderIds.length + context.jobIds.length > 0,
    hasJobs: ({ context }) => context.jobIds.length > 0,
  },
  actions: {
    keep: assign((_, bills: Bills) => ({ bills, error: undefined })),
    keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
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
        input: ({ context: { companyId, orderIds, jobIds, document } }) => ({ companyId, orderIds, jobIds, document }),
        onDone: { target: "ready", actions: { type: "keep", params: outputOf } },
        onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
      },
    },
    ready: { on: { "page.printed": { guard: "hasJobs", target: "asking" } } },
    asking: {
      description: "The dialog has closed; whether anything came out only a person knows.",
      on: { "answer.yes": "confirming", "answer.no": "ready" },
    },
    confirming: {
      invoke: {
        id: "confirm",
        src: "confirm",
        input: ({ context: { companyId, jobIds } }) => ({ companyId, jobIds }),
        onDone: "confirmed",
        onError: { target: "unconfirmed", actions: { type: "keepError", params: errorOf } },
      },
    },
    confirmed: {},
    unconfirmed: { on: { "answer.yes": "confirming" } },
    empty: { description: "The address names no order." },
    failed: { on: { "bills.retry": "loading" } },
  },
});
