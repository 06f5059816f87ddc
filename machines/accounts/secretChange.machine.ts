import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { stub } from "#machines/core/stub.ts";

/**
 * Form that changes a secret of the user: the password, or the PIN with which a manager allows actions. The secrets stay
 * in the form and never enter the machine's context.
 */
export const secretChangeMachine = setup({
  types: {
    context: {} as { failure: Failure | undefined },
    events: {} as { type: "secret.submit" } | { type: "secret.edit" },
    emitted: {} as { type: "secret.changed" },
    tags: {} as "busy",
  },
  actors: { change: stub<void>("change") },
  actions: {
    dismissFailure: assign({ failure: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    reportChanged: emit({ type: "secret.changed" as const }),
  },
}).createMachine({
  id: "secretChange",
  context: { failure: undefined },
  initial: "editing",
  states: {
    editing: {
      on: {
        "secret.submit": { target: "saving", actions: "dismissFailure" },
        "secret.edit": { actions: "dismissFailure" },
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
