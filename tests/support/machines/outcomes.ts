import type { AnyEventObject, AnyStateMachine, EventFrom } from "xstate";
import { statesOf } from "#machines/inspector/graph.ts";
import type { ActorName, DelayName, OutputArgument, StateId } from "./machineTypes.ts";
import { eventTypes, requireName } from "./names.ts";

/**
 * End of an actor or a delay in a test model. Contains one XState event for each id under which states invoke the
 * actor, or for each state that has the delay.
 */
export interface ModelOutcome {
  readonly outcomes: readonly AnyEventObject[];
}

/** Event of a test model: an event of the machine, or the end of an actor or a delay. */
export type ModelEvent<Machine extends AnyStateMachine> = EventFrom<Machine> | ModelOutcome;

/** Functions that create the XState events with which a machine's actors and delays end. */
export interface Outcomes<Machine extends AnyStateMachine> {
  readonly done: <Name extends ActorName<Machine>>(
    actor: Name,
    ...output: OutputArgument<Machine, Name>
  ) => ModelOutcome;
  readonly failed: (actor: ActorName<Machine>, error?: unknown) => ModelOutcome;
  /** Returns the event for the end of a delay, either in every state that has this delay or only in `states`. */
  readonly after: (delay: DelayName<Machine>, ...states: StateId<Machine>[]) => ModelOutcome;
}

/**
 * Returns functions that create the XState events with which the machine's actors and delays end. These functions throw
 * for an unknown actor, delay or state.
 */
export const outcomesOf = <Machine extends AnyStateMachine>(machine: Machine): Outcomes<Machine> => {
  const states = statesOf(machine.root);
  const invokes = states.flatMap((node) => node.invoke);
  const idsOf = (actor: string): string[] => {
    const isOf = ({ src }: { src: unknown }) => src === actor;
    requireName(
      machine,
      "actor",
      actor,
      invokes.map(({ src }) => String(src)),
    );
    return [...new Set(invokes.filter(isOf).map(({ id }) => id))];
  };
  return {
    done: (actor, ...[output]) => ({
      outcomes: idsOf(actor).map((id) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
    }),
    failed: (actor, error = new Error("fault")) => ({
      outcomes: idsOf(actor).map((id) => ({ type: `xstate.error.actor.${id}`, error, actorId: id })),
    }),
    after: (delay, ...only) => {
      const delays = states.flatMap((node) => Object.keys(node.config.after ?? {}));
      requireName(machine, "delay", delay, delays);
      const waiting = states.filter((node) => delay in (node.config.after ?? {})).map(({ id }) => id);
      for (const state of only) requireName(machine, "state", state, waiting);
      return {
        outcomes: waiting
          .filter((id) => only.length === 0 || only.some((state) => state === id))
          .map((id) => ({ type: `xstate.after.${delay}.${id}` })),
      };
    },
  };
};

const isOutcome = (happening: AnyEventObject | ModelOutcome): happening is ModelOutcome => "outcomes" in happening;

/** Returns the XState events for an event of a test model. Throws for an event that the machine never handles. */
export const eventsOf = (
  machine: AnyStateMachine,
  happening: AnyEventObject | ModelOutcome,
): readonly AnyEventObject[] => {
  if (isOutcome(happening)) return happening.outcomes;
  requireName(machine, "event", happening.type, eventTypes(machine));
  return [happening];
};
