// Replaces XState in the tests of machines, to count the steps of every actor that a test starts.
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

/** Creates an actor whose steps are counted. Throws for an unknown delay, which XState fires at once, so that a test could loop forever. */
// A wrapper cannot repeat the overloads of XState, which require options only for a machine with an input.
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
