import type { AnyEventObject, AnyStateMachine, StateValue } from "xstate";
import { type Exit, explore, type Model } from "./explore.ts";

/** A model whose events have names, so that others than XState can make them happen: fakes, a person in a browser. */
export interface NamedModel<Name extends string, Unreal extends Name = never> extends Omit<Model, "events"> {
  readonly machine: AnyStateMachine;
  readonly events: Readonly<Record<Name, AnyEventObject>>;
  /** What cannot happen outside a test of the machine alone, each with its reason. */
  readonly unreal: Readonly<Record<Unreal, string>>;
}

/** A step of a covering path: what happens, and the state that it finds and the one that it leaves. */
export interface Step<Name extends string> {
  readonly name: Name;
  readonly event: AnyEventObject;
  readonly from: StateValue;
  readonly to: StateValue;
}

/** An event on the way, and the situation that it was taken in. */
interface Taken {
  readonly from: string;
  readonly exit: Exit;
}

const fail = ({ type }: AnyEventObject): never => {
  throw new Error(`The model has no name for ${type}`);
};

const namesOf = <Name extends string>(events: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(events).filter((name): name is Name => name in events);

/** A few paths from the start that take every transition which what is real in the model leads to: each goes on to the nearest transition that is still to be taken. */
export const coveringPaths = <Name extends string, Unreal extends Name>({
  machine,
  events,
  unreal,
  ...rest
}: NamedModel<Name, Unreal>): Step<Exclude<Name, Unreal>>[][] => {
  const real = namesOf(events).filter((name): name is Exclude<Name, Unreal> => !(name in unreal));
  const { start, situations } = explore(machine, { ...rest, events: real.map((name) => events[name]) });
  const exitsOf = (at: string) => situations.get(at)?.exits ?? [];
  const left = new Set([...situations.values()].flatMap(({ exits }) => exits.flatMap(({ edges }) => [...edges])));

  const nearest = (from: string): Taken[] => {
    const reached = new Set([from]);
    const ways: { at: string; way: Taken[] }[] = [{ at: from, way: [] }];
    for (const { at, way } of ways)
      for (const exit of exitsOf(at)) {
        const longer = [...way, { from: at, exit }];
        if ([...exit.edges].some((id) => left.has(id))) return longer;
        if (!reached.has(exit.to)) ways.push({ at: exit.to, way: longer });
        reached.add(exit.to);
      }
    return [];
  };

  const stateAt = (at: string): StateValue => situations.get(at)?.snapshot.value ?? "";
  const stepOf = ({ from, exit }: Taken) => ({
    name: real.find((name) => events[name] === exit.event) ?? fail(exit.event),
    event: exit.event,
    from: stateAt(from),
    to: stateAt(exit.to),
  });

  /** Goes on from one nearest transition to the next, until none is left that leads on from there. */
  const pathFrom = (at: string): Taken[] => {
    const way = nearest(at);
    for (const { exit } of way) for (const id of exit.edges) left.delete(id);
    const end = way.at(-1);
    return end ? [...way, ...pathFrom(end.exit.to)] : [];
  };

  const paths: Step<Exclude<Name, Unreal>>[][] = [];
  while (left.size > 0) paths.push(pathFrom(start).map(stepOf));
  return paths;
};
