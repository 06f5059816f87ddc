import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { stub } from "#machines/core/stub.ts";

/** Form that changes the user's password. The passwords stay in the form and never enter the machine's context. */
export const passwordChangeMachine = setup({
  types: {
    context: {} as { failure: Failure | undefined },
    events: {} as { type: "password.submit" } | { type: "password.edit" },
    emitted: {} as { type: "password.changed" },
    tags: {} as "busy",
  },
  actors: { change: stub<void>("change") },
  actions: {
    dismissFailure: assign({ failure: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    reportChanged: emit({ type: "password.changed" as const }),
  },
}).createMachine({
  id: "passwordChange",
  context: { failure: undefined },
  initial: "editing",
  states: {
    editing: {
      on: {
        "password.submit": { target: "saving", actions: "dismissFailure" },
        "password.edit": { actions: "dismissFailure" },
      },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "change",
        src: "change",
        onDone: { target: "editing", actions: "reportChanged" },
        onError: { target: "editing", actions: { type: "keepFailure", params: failureOf } },
      },
    },
  },
});
