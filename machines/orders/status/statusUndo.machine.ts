import { assign, emit, setup } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import { type StatusReport, type StatusRequest, statusMutationMachine } from "./statusChange.ts";

/** Undo of a status change, offered to the user for 8 s (areas, section 13, B6). */
export const statusUndoMachine = setup({
  types: {
    context: {} as {
      /**
       * Request that restores the previous status. It contains the version that the order got when its status changed.
       */
      readonly request: StatusRequest;
      readonly failure: Failure | undefined;
    },
    events: {} as { type: "undo.run" } | { type: "undo.dismiss" } | StatusReport,
    input: {} as { readonly request: StatusRequest },
    /**
     * Outcome of the undo.
     * - `undo.done`: the previous status is restored.
     * - `undo.refused`: the previous status is not restored, and the order should be read again.
     * - `undo.ended`: the undo is no longer offered.
     */
    emitted: {} as { type: "undo.done" } | { type: "undo.refused" } | { type: "undo.ended" },
    children: {} as { undo: "undo" },
  },
  actors: { undo: statusMutationMachine },
  actions: {
    keepFailure: assign((_, failure: Failure | undefined) => ({ failure })),
    reportDone: emit({ type: "undo.done" }),
    reportRefused: emit({ type: "undo.refused" }),
    reportEnded: emit({ type: "undo.ended" }),
  },
  delays: { offer: 8000 },
}).createMachine({
  id: "statusUndo",
  context: ({ input }) => ({ request: input.request, failure: undefined }),
  initial: "offered",
  states: {
    offered: {
      after: { offer: "ended" },
      on: { "undo.run": "running" },
    },
    running: {
      invoke: {
        id: "undo",
        src: "undo",
        input: ({ context: { request } }) => ({ request }),
        onError: "refused",
      },
      on: {
        "mutation.recorded": { target: "ended", actions: "reportDone" },
        "mutation.stale": "refused",
        "mutation.refused": {
          target: "refused",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "mutation.notRecorded": "refused",
      },
    },
    refused: {
      description: "The former status is not restored. The user is told why, until the user confirms it.",
      entry: "reportRefused",
      on: { "undo.dismiss": "ended" },
    },
    ended: { type: "final", entry: "reportEnded" },
  },
});
