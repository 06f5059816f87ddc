import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "./failure.ts";
import { outputOf } from "./outputOf.ts";
import { stub } from "./stub.ts";

/**
 * Single action on a record, such as "mark as read". The event `task.ask` asks the user for a confirmation first, and
 * `task.start` runs the action immediately.
 */
export const taskMachine = setup({
  types: {
    context: {} as { id: number; failure: Failure | undefined },
    events: {} as
      | { type: "task.ask"; id: number }
      | { type: "task.start"; id: number }
      | { type: "task.confirm" }
      | { type: "task.cancel" }
      | { type: "failure.dismiss" },
    emitted: {} as { type: "task.done"; count: number },
    tags: {} as "busy",
  },
  actors: { run: stub<number, { id: number }>("run") },
  actions: {
    keepId: assign((_, id: number) => ({ id, failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
    reportDone: emit((_, count: number) => ({ type: "task.done" as const, count })),
  },
}).createMachine({
  id: "task",
  context: { id: 0, failure: undefined },
  initial: "idle",
  states: {
    idle: {
      on: {
        "task.ask": { target: "confirming", actions: { type: "keepId", params: ({ event }) => event.id } },
        "task.start": { target: "running", actions: { type: "keepId", params: ({ event }) => event.id } },
        "failure.dismiss": { actions: "dismissFailure" },
      },
    },
    confirming: { on: { "task.confirm": "running", "task.cancel": "idle" } },
    running: {
      tags: "busy",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: "idle", actions: { type: "reportDone", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepFailure", params: failureOf } },
      },
    },
  },
});
