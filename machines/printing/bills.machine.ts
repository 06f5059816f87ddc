import { assign, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { LoadedBills, PrintedDocument } from "./bills.ts";

/** Input of the page of bills. */
export interface BillsInput {
  companyId: number;
  orderIds: readonly number[];
  /**
   * Ids of print jobs that the user prints on this page, because no browser serves their printer. If the list is not
   * empty, the page shows the orders of these jobs and ignores `orderIds`.
   */
  jobIds: readonly number[];
  document: PrintedDocument;
}

/**
 * Page of bills that the user prints with the browser's print dialog. For print jobs the page then asks the user if the
 * bills were printed (decisions, section 10).
 */
export const billsMachine = setup({
  types: {
    context: {} as BillsInput & { bills: LoadedBills | undefined; failure: Failure | undefined },
    input: {} as BillsInput,
    events: {} as { type: "bills.retry" } | { type: "page.printed" } | { type: "answer.yes" } | { type: "answer.no" },
  },
  actors: {
    load: stub<LoadedBills, BillsInput>("load"),
    confirm: stub<void, Pick<BillsInput, "companyId" | "jobIds">>("confirm"),
  },
  guards: {
    hasOrders: ({ context }) => context.orderIds.length + context.jobIds.length > 0,
    hasJobs: ({ context }) => context.jobIds.length > 0,
  },
  actions: {
    keep: assign((_, bills: LoadedBills) => ({ bills, failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
  },
}).createMachine({
  id: "bills",
  context: ({ input }) => ({ ...input, bills: undefined, failure: undefined }),
  initial: "choosing",
  states: {
    choosing: { always: [{ guard: "hasOrders", target: "loading" }, { target: "empty" }] },
    loading: {
      invoke: {
        id: "load",
        src: "load",
        input: ({ context: { companyId, orderIds, jobIds, document } }) => ({ companyId, orderIds, jobIds, document }),
        onDone: { target: "ready", actions: { type: "keep", params: outputOf } },
        onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    ready: { on: { "page.printed": { guard: "hasJobs", target: "asking" } } },
    asking: {
      description: "The print dialog was closed. Only the user knows whether the bills were printed.",
      on: { "answer.yes": "confirming", "answer.no": "ready" },
    },
    confirming: {
      invoke: {
        id: "confirm",
        src: "confirm",
        input: ({ context: { companyId, jobIds } }) => ({ companyId, jobIds }),
        onDone: "confirmed",
        onError: { target: "unconfirmed", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    confirmed: {},
    unconfirmed: { on: { "answer.yes": "confirming" } },
    empty: { description: "The address contains no order." },
    failed: { on: { "bills.retry": "loading" } },
  },
});
