import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "./errorOf.ts";
import { outputOf } from "./outputOf.ts";
import { stub } from "./stub.ts";

/** One thing that the server is asked to do on a press, with a question before it where it cannot be undone; `id` says to what. */
export const taskMachine = setup({
  types: {
    context: {} as { id: number; problem: string | undefined },
    events: {} as
      | { type: "task.ask"; id: number }
      | { type: "task.start"; id: number }
      | { type: "task.confirm" }
      | { type: "task.cancel" }
      | { type: "problem.dismiss" },
    emitted: {} as { type: "task.done"; count: number },
    tags: {} as "busy",
  },
  actors: { run: stub<number, { id: number }>("run") },
  actions: {
    keepId: assign((_, id: number) => ({ id, problem: undefined })),
    keepProblem: assign((_, error: unknown) => ({ problem: wordsOf(error) })),
    dropProblem: assign({ problem: undefined }),
    tellDone: emit((_, count: number) => ({ type: "task.done" as const, count })),
  },
}).createMachine({
  id: "task",
  context: { id: 0, problem: undefined },
  initial: "idle",
  states: {
    idle: {
      on: {
        "task.ask": { target: "confirming", actions: { type: "keepId", params: ({ event }) => event.id } },
        "task.start": { target: "running", actions: { type: "keepId", params: ({ event }) => event.id } },
        "problem.dismiss": { actions: "dropProblem" },
      },
    },
    confirming: { on: { "task.confirm": "running", "task.cancel": "idle" } },
    running: {
      tags: "busy",
      invoke: {
        id: "run",
        src: "run",
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: "idle", actions: { type: "tellDone", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepProblem", params: errorOf } },
      },
    },
  },
});
