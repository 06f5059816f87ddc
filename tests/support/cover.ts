import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from "xstate";
import { explore, type Model } from "./explore.ts";
import { shortestWalks, type Way } from "./shortest.ts";

/** A model whose starts and events have names, so that others than XState can make them happen: fakes, a person in a browser. */
export interface NamedModel<Name extends string, Start extends string, Unreal extends Name = never>
  extends Pick<Model, "project"> {
  readonly machine: AnyStateMachine;
  /** The inputs that the machine starts with. */
  readonly starts: Readonly<Record<Start, unknown>>;
  readonly events: Readonly<Record<Name, AnyEventObject>>;
  /** What the screen offers, or the server answers, in some situations only. */
  readonly when?: Readonly<Partial<Record<Name, (snapshot: AnyMachineSnapshot) => boolean>>>;
  /** What cannot happen outside a test of the machine alone, each with its reason. */
  readonly unreal: Readonly<Record<Unreal, string>>;
}

/** A step of a covering path: what happens, and the state that it leads to. */
export interface Step<Name extends string> {
  readonly name: Name;
  readonly event: AnyEventObject;
  readonly to: StateValue;
}

/** A path: how it starts, the state that it starts in, and what happens then. */
export interface Path<Name extends string, Start extends string> {
  readonly start: Start;
  readonly state: StateValue;
  readonly steps: readonly Step<Name>[];
  /** The transitions that it takes, and the names of what happens on it. */
  readonly taken: ReadonlySet<string>;
}

interface Leg<Name extends string, Start extends string> extends Way {
  readonly start: Start;
  readonly to: string;
  readonly state: StateValue;
  readonly step?: Step<Name>;
}

const NOWHERE = "";

const namesOf = <Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(named).filter((name): name is Name => name in named);

/** What of a model can really happen. */
export const realNames = <Name extends string, Start extends string, Unreal extends Name>({
  events,
  unreal,
}: NamedModel<Name, Start, Unreal>): Exclude<Name, Unreal>[] =>
  namesOf(events).filter((name): name is Exclude<Name, Unreal> => !(name in unreal));

/**
 * The paths that together take every start, every name that is real and every transition that these lead to, in the fewest steps
 * that there are; a start is a step too.
 */
export const coveringPaths = <Name extends string, Start extends string, Unreal extends Name>(
  named: NamedModel<Name, Start, Unreal>,
): Path<Exclude<Name, Unreal>, Start>[] => {
  type Real = Exclude<Name, Unreal>;
  const { machine, starts, events, when, project } = named;
  const names = new Map<AnyEventObject, Real>(realNames(named).map((name) => [events[name], name]));
  const model = {
    events: [...names.keys()],
    isPossible: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => {
      const name = names.get(event);
      return name === undefined || (when?.[name]?.(snapshot) ?? true);
    },
    ...(project && { project }),
  };

  const legsOf = (start: Start): Leg<Real, Start>[] => {
    const { first, situations } = explore(machine, { ...model, input: starts[start] });
    const leg = (from: string, at: string, goals: string[], step?: Step<Real>) => ({
      from,
      to: `${start}: ${at}`,
      goals: new Set(goals),
      start,
      state: stateAt(at),
      ...(step && { step }),
    });
    const stateAt = (at: string): StateValue => situations.get(at)?.snapshot.value ?? "";
    const steps = [...situations].flatMap(([at, { exits }]) =>
      exits.flatMap(({ event, edges, to }) => {
        const name = names.get(event);
        return name ? [leg(`${start}: ${at}`, to, [...edges, name], { name, event, to: stateAt(to) })] : [];
      }),
    );
    return [leg(NOWHERE, first.at, [...first.edges, start]), ...steps];
  };

  return shortestWalks(NOWHERE, namesOf(starts).flatMap(legsOf)).flatMap((walk) => {
    const [opening] = walk;
    if (!opening) return [];
    const { start, state } = opening;
    const taken = new Set(walk.flatMap(({ goals }) => [...goals]));
    return [{ start, state, steps: walk.flatMap(({ step }) => step ?? []), taken }];
  });
};
