import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { OperationsQuery } from "#machines/queries/stockOperations.ts";

/** Recalculation of the stock operations of a period. The user must confirm it. */
export const calculationMachine = setup({
  types: {
    context: {} as { readonly query: OperationsQuery | undefined; readonly failure: Failure | undefined },
    events: {} as
      | { type: "calculation.ask"; query: OperationsQuery }
      | { type: "calculation.confirm" }
      | { type: "calculation.cancel" }
      | { type: "failure.dismiss" },
    emitted: {} as { type: "calculation.done"; count: number | undefined },
    tags: {} as "busy",
  },
  actors: {
    /**
     * Recalculates the stock operations. Its output is the number of added, changed and removed operations, or
     * undefined if the server sends no number.
     */
    run: stub<number | undefined, OperationsQuery>("run"),
  },
  actions: {
    keepQuery: assign((_, query: OperationsQuery) => ({ query, failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
    reportDone: emit((_, count: number | undefined) => ({ type: "calculation.done", count })),
  },
}).createMachine({
  id: "calculation",
  context: { query: undefined, failure: undefined },
  initial: "idle",
  states: {
    idle: {
      on: {
        "calculation.ask": { target: "confirming", actions: { type: "keepQuery", params: ({ event }) => event.query } },
        "failure.dismiss": { actions: "dismissFailure" },
      },
    },
    confirming: { on: { "calculation.confirm": "running", "calculation.cancel": "idle" } },
    running: {
      tags: "busy",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context: { query } }) => {
          if (query === undefined) throw new Error("No period was chosen");
          return query;
        },
        onDone: { target: "idle", actions: { type: "reportDone", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepFailure", params: failureOf } },
      },
    },
  },
});
