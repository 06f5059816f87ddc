import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom, SnapshotFrom, StateValue } from "xstate";
import { explore } from "./explore.ts";
import { type Edge, greedyWalks } from "./greedyWalks.ts";
import { eventsOf, type ModelEvent, type ModelOutcome, type Outcomes, outcomesOf } from "./outcomes.ts";

/**
 * Model of a state machine with names for its inputs and events. The paths of the model can be taken with fake actors
 * or in a browser.
 */
export interface NamedModel<Name extends string, Start extends string, Unreal extends Name = never> {
  readonly machine: AnyStateMachine;
  /** Inputs with which the machine can start, keyed by name. */
  readonly starts: Readonly<Record<Start, unknown>>;
  readonly events: Readonly<Record<Name, AnyEventObject | ModelOutcome>>;
  /**
   * Conditions under which an event can happen. An event without a condition can happen whenever the machine handles
   * it.
   */
  readonly when?: Readonly<Partial<Record<Name, (snapshot: AnyMachineSnapshot) => boolean>>>;
  /** Events that cannot happen in a browser. Each value is the reason. */
  readonly unreal: Readonly<Record<Unreal, string>>;
  project?(snapshot: AnyMachineSnapshot): unknown;
}

interface Definition<Machine extends AnyStateMachine, Starts, Events, Unreal> {
  readonly starts: Starts;
  readonly events: Events;
  readonly when?: { readonly [Name in keyof Events]?: (snapshot: SnapshotFrom<Machine>) => boolean };
  readonly unreal: Unreal & { readonly [Name in Exclude<keyof Unreal, keyof Events>]: never };
  readonly project?: (snapshot: SnapshotFrom<Machine>) => unknown;
}

type NameOf<Named> = Extract<keyof Named, string>;

/** Returns a model of a machine. Inputs or events that do not fit the machine are compile errors. */
export function namedModel<
  Machine extends AnyStateMachine,
  Starts extends Readonly<Record<string, InputFrom<Machine>>>,
  const Events extends Readonly<Record<string, ModelEvent<Machine>>>,
  Unreal extends Readonly<Record<string, string>>,
>(
  machine: Machine,
  define: (outcomes: Outcomes<Machine>) => Definition<Machine, Starts, Events, Unreal>,
): NamedModel<NameOf<Events>, NameOf<Starts>, Extract<NameOf<Unreal>, NameOf<Events>>>;
export function namedModel(
  machine: AnyStateMachine,
  define: (outcomes: Outcomes<AnyStateMachine>) => Omit<NamedModel<string, string, string>, "machine">,
) {
  return { machine, ...define(outcomesOf(machine)) };
}

/** Step of a path: an event with its name in the model, and the state after the event. */
export interface PathStep<Name extends string> {
  readonly name: Name;
  readonly event: AnyEventObject;
  readonly to: StateValue;
}

/** Path through a machine: the name of the machine's input, the first state and the steps. */
export interface Path<Name extends string, Start extends string> {
  readonly start: Start;
  readonly state: StateValue;
  readonly steps: readonly PathStep<Name>[];
  /** Ids of the transitions on the path, and the names of the input and of the events. */
  readonly taken: ReadonlySet<string>;
}

interface Leg<Name extends string, Start extends string> extends Edge {
  readonly start: Start;
  readonly state: StateValue;
  readonly step?: PathStep<Name>;
}

const ROOT = "";

const namesOf = <Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(named).filter((name): name is Name => name in named);

/** Returns the names of the events that can happen in a browser. */
export const realNames = <Name extends string, Start extends string, Unreal extends Name>({
  events,
  unreal,
}: NamedModel<Name, Start, Unreal>): Exclude<Name, Unreal>[] =>
  namesOf(events).filter((name): name is Exclude<Name, Unreal> => !(name in unreal));

/**
 * Returns paths that together cover every input, every event that can happen in a browser, and every transition of
 * these events.
 */
export const coveringPaths = <Name extends string, Start extends string, Unreal extends Name>(
  named: NamedModel<Name, Start, Unreal>,
): Path<Exclude<Name, Unreal>, Start>[] => {
  type Real = Exclude<Name, Unreal>;
  const { machine, starts, when } = named;
  const names = new Map<AnyEventObject, Real>(
    realNames(named).flatMap((name) => eventsOf(machine, named.events[name]).map((event) => [event, name] as const)),
  );
  const isPossible = (snapshot: AnyMachineSnapshot, event: AnyEventObject) => {
    const name = names.get(event);
    return name === undefined || (when?.[name]?.(snapshot) ?? true);
  };

  const legsOf = (start: Start): Leg<Real, Start>[] => {
    const { situations, startEdges } = explore(machine, {
      events: [...names.keys()],
      isPossible,
      input: starts[start],
      ...(named.project && { project: named.project }),
    });
    const nodeOf = (key: string) => `${start}: ${key}`;
    const stateOf = (key: string): StateValue => situations.get(key)?.snapshot.value ?? "";
    const steps = [...situations.values()].flatMap(({ key, exits }) =>
      exits.flatMap(({ event, edges, to }) => {
        const name = names.get(event);
        if (name === undefined) return [];
        const step = { name, event, to: stateOf(to) };
        const goals = new Set([...edges, name]);
        return [{ from: nodeOf(key), to: nodeOf(to), goals, start, state: step.to, step }];
      }),
    );
    const openings = [...situations.keys()].slice(0, 1).map((key) => ({
      from: ROOT,
      to: nodeOf(key),
      goals: new Set([...startEdges, start]),
      start,
      state: stateOf(key),
    }));
    return [...openings, ...steps];
  };

  return greedyWalks(ROOT, namesOf(starts).flatMap(legsOf)).flatMap((walk) => {
    const [opening] = walk;
    if (!opening) return [];
    const { start, state } = opening;
    const taken = new Set(walk.flatMap(({ goals }) => [...goals]));
    return [{ start, state, steps: walk.flatMap(({ step }) => step ?? []), taken }];
  });
};
