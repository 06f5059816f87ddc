import { type AnyActorRef, setup, stopChild } from "xstate";
import { errorOf } from "#machines/core/failure.ts";
import { actionStub } from "#machines/core/stub.ts";

/**
 * Root actor of the page. All other actors are its descendants, so the inspector shows one tree and the errors of all
 * actors are reported.
 */
export const pageMachine = setup({
  types: {
    events: {} as { type: `xstate.error.actor.${string}`; error: unknown } | { type: "actor.stop"; actor: AnyActorRef },
  },
  actions: {
    reportFault: actionStub<unknown>("reportFault"),
    stopActor: stopChild((_, actor: AnyActorRef) => actor),
  },
}).createMachine({
  id: "page",
  initial: "open",
  states: {
    open: {
      on: {
        "xstate.error.actor.*": { actions: { type: "reportFault", params: errorOf } },
        "actor.stop": { actions: { type: "stopActor", params: ({ event }) => event.actor } },
      },
    },
  },
});
