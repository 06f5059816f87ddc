import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom, SnapshotFrom } from "xstate";
import { edgeId, statesOf, transitionsOf } from "#machines/inspector/graph.ts";
import { addExemptions } from "./coverage.ts";
import { describeEvent } from "./describe.ts";
import { type Exploration, explore } from "./explore.ts";
import { eventsOf, type ModelEvent, type Outcomes, outcomesOf } from "./outcomes.ts";

type Inputs<Machine extends AnyStateMachine> =
  | (undefined extends InputFrom<Machine>
      ? { readonly input?: InputFrom<Machine>; readonly inputs?: never }
      : { readonly input: InputFrom<Machine>; readonly inputs?: never })
  | { readonly inputs: readonly InputFrom<Machine>[]; readonly input?: never };

/**
 * Model for a walk: the inputs and events of a machine. A walk is an automatic test that sends every event in every
 * situation of the machine.
 */
export type WalkModel<Machine extends AnyStateMachine> = Inputs<Machine> & {
  readonly events: readonly ModelEvent<Machine>[];
  /**
   * Returns a value that distinguishes situations with the same state; by default, each state is one situation. The
   * number of values must be small.
   */
  readonly project?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** Assertion for every situation of the machine. */
  readonly invariant?: (snapshot: SnapshotFrom<Machine>) => void;
  /** Guards or delays that replace the guards or delays of the machine. */
  readonly provide?: Parameters<Machine["provide"]>[0];
  /** Ids of states and transitions that no event can reach. Each value is the reason. */
  readonly exempt?: Readonly<Record<string, string>>;
};

/** Result of a walk that reached every state and transition of the machine, except the exempt ones. */
export interface Walked {
  readonly paths: number;
  /** One snapshot for each reached situation. */
  readonly snapshots: readonly AnyMachineSnapshot[];
}

interface ModelRun {
  readonly happenings: readonly (readonly AnyEventObject[])[];
  readonly explorations: readonly Exploration[];
  readonly exempt: Readonly<Record<string, string>>;
}

const runModel = <Machine extends AnyStateMachine>(machine: Machine, model: WalkModel<Machine>): ModelRun => {
  const { input, inputs = [input], project, invariant, provide, exempt = {} } = model;
  const happenings = model.events.map((happening) => eventsOf(machine, happening));
  const subject: AnyStateMachine = provide ? machine.provide(provide) : machine;
  return {
    happenings,
    exempt,
    explorations: inputs.map((each) =>
      explore(subject, {
        input: each,
        events: happenings.flat(),
        ...(project && { project }),
        ...(invariant && { invariant }),
      }),
    ),
  };
};

const guardOf = (guard: unknown): string => {
  const name: unknown = typeof guard === "object" && guard !== null ? Reflect.get(guard, "type") : guard;
  return typeof name === "string" ? `guard "${name}"` : "guard";
};

const hasEvent = (ran: readonly ModelRun[], type: string): boolean =>
  type === "" || ran.some(({ happenings }) => happenings.flat().some((event) => event.type === type));

/** Returns a message with the reason for each transition that the walk did not take. */
const missedTransitions = (machine: AnyStateMachine, ran: readonly ModelRun[], isMissed: (id: string) => boolean) =>
  statesOf(machine.root)
    .flatMap(transitionsOf)
    .filter((transition) => isMissed(edgeId(transition)))
    .map((transition) => {
      const { source, eventType: type, guard, target } = transition;
      const name = type === "" ? "always" : describeEvent({ type });
      const to = target ? ` to ${target.map(({ id }) => `"${id}"`).join(" and ")}` : "";
      const reasons: [boolean, string][] = [
        [isMissed(source.id), `"${source.id}" was never entered`],
        [!hasEvent(ran, type), `the model has no "${name}"`],
        [guard !== undefined, `its ${guardOf(guard)} never passed`],
      ];
      const [, reason = "another transition came first"] = reasons.find(([isTrue]) => isTrue) ?? [];
      return `no path takes "${name}" in "${source.id}"${to}: ${reason} (${edgeId(transition)})`;
    });

/** Returns a message for each event of the model that the machine never handles. */
const unusedEvents = ({ happenings, explorations }: ModelRun): string[] => {
  const taken = new Set(
    explorations.flatMap(({ situations }) =>
      [...situations.values()].flatMap(({ exits }) => exits.map(({ event }) => event)),
    ),
  );
  return happenings
    .filter((events) => !events.some((event) => taken.has(event)))
    .map(([event]) => `no situation takes "${event ? describeEvent(event) : ""}" of the model`);
};

const walkAll = <Machine extends AnyStateMachine>(machine: Machine, models: readonly WalkModel<Machine>[]): Walked => {
  const ran = models.map((model) => runModel(machine, model));
  const explorations = ran.flatMap((one) => one.explorations);
  const exempt = Object.assign({}, ...ran.map((one) => one.exempt));
  addExemptions(machine.id, exempt);
  const isSeen = (id: string) => explorations.some(({ states, edges }) => states.has(id) || edges.has(id));
  const isMissed = (id: string) => !isSeen(id) && !(id in exempt);
  const problems = [
    ...missedTransitions(machine, ran, isMissed),
    ...statesOf(machine.root)
      .filter(({ id }) => isMissed(id))
      .map(({ id }) => `no path enters "${id}"`),
    ...Object.keys(exempt)
      .filter(isSeen)
      .map((id) => `"${id}" is exempt, but a path takes it`),
    ...ran.flatMap(unusedEvents),
  ];
  const [cause, ...others] = problems;
  if (cause) throw new Error([`machine "${machine.id}": ${cause}`, ...others].join("\n  "));
  const situations = explorations.flatMap((one) => [...one.situations.values()]);
  return {
    paths: explorations.reduce((sum, one) => sum + one.paths, 0),
    snapshots: situations.map(({ snapshot }) => snapshot),
  };
};

/**
 * Function that walks through a machine, and functions that create the events with which its actors and delays end.
 */
export interface GivenWalk<Machine extends AnyStateMachine> extends Outcomes<Machine> {
  /**
   * Takes the shortest path to every situation of each model, and sends every event of the model in this situation.
   * Throws if the walk misses a state or transition that is not exempt, reaches an exempt one, or finds no situation
   * that handles an event of a model.
   */
  readonly walk: (...models: readonly [WalkModel<Machine>, ...WalkModel<Machine>[]]) => Walked;
}

export const givenWalk = <Machine extends AnyStateMachine>(machine: Machine): GivenWalk<Machine> => ({
  ...outcomesOf(machine),
  walk: (...models) => walkAll(machine, models),
});
