// Takes the place of XState in the tests of machines: every actor that a test starts is watched.
import {
  type ActorOptions,
  type AnyActorLogic,
  type InspectionEvent,
  StateMachine,
  createActor as start,
} from "xstate";
import { note } from "./coverage.ts";
import { unknownDelays } from "./lintMachine.ts";

export * from "xstate";

/** XState's own, with the counter listening; throws for a machine that could go round without a pause, for a test of it would never end. */
// Its overloads, which ask for options only where a machine has an input, cannot be said again by a wrapper.
export const createActor = ((logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>) => {
  const [unknown] = logic instanceof StateMachine ? unknownDelays(logic) : [];
  if (unknown) throw new Error(unknown);
  const told = options?.inspect;
  return start(logic, {
    ...options,
    inspect: (inspected: InspectionEvent) => {
      note(inspected);
      if (typeof told === "function") told(inspected);
      else told?.next?.(inspected);
    },
  });
}) as typeof start;
