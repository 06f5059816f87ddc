// Replaces the module `xstate` in machine tests, in order to measure which states and transitions the tests reach.
import {
  type ActorOptions,
  type AnyActorLogic,
  type InspectionEvent,
  StateMachine,
  createActor as start,
} from "xstate";
import { countStep } from "./coverage.ts";
import { unknownDelays } from "./lintMachine.ts";

export * from "xstate";

/**
 * Creates an actor and counts its transitions. Throws for a delay without an implementation, because XState would fire
 * such a delay immediately and the test could loop forever.
 */
// The cast is needed, because a wrapper cannot repeat the overloads of XState.
export const createActor = ((logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>) => {
  const [unknown] = logic instanceof StateMachine ? unknownDelays(logic) : [];
  if (unknown) throw new Error(unknown);
  const inspect = options?.inspect;
  return start(logic, {
    ...options,
    inspect: (inspected: InspectionEvent) => {
      countStep(inspected);
      if (typeof inspect === "function") inspect(inspected);
      else inspect?.next?.(inspected);
    },
  });
}) as typeof start;
