import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
  type StateValue,
} from "xstate";
import { edgeId } from "#machines/inspector/graph.ts";
import { walking } from "./coverage.ts";
import { type DescribedStep, describeEvent, describePath, describeState } from "./describe.ts";

/**
 * Model for the exploration of a machine: the input and the events of the machine. The end of an actor or a delay is
 * the event that XState sends for it.
 */
export interface ExploreModel {
  readonly input?: unknown;
  readonly events: readonly AnyEventObject[];
  /** Returns a value that distinguishes situations with the same state. By default, each state is one situation. */
  project?(snapshot: AnyMachineSnapshot): unknown;
  /** Returns false for an event that the machine handles in this snapshot, but that cannot happen in reality. */
  isPossible?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
  /** Throws if a snapshot violates an invariant. */
  invariant?(snapshot: AnyMachineSnapshot): void;
}

/** Event in a situation, with the ids of its transitions and the key of the next situation. */
export interface Exit {
  readonly event: AnyEventObject;
  readonly edges: ReadonlySet<string>;
  readonly to: string;
}

/**
 * Situation of a machine: a snapshot, and the events that the machine handles in this snapshot. The key contains the
 * state, the status and the value of `project`.
 */
export interface Situation {
  readonly key: string;
  readonly snapshot: AnyMachineSnapshot;
  readonly exits: readonly Exit[];
}

export interface Exploration {
  /** Situations by key, beginning with the initial situation. */
  readonly situations: ReadonlyMap<string, Situation>;
  /** Ids of the transitions at the start of the machine. */
  readonly startEdges: ReadonlySet<string>;
  /** Ids of the reached states. */
  readonly states: ReadonlySet<string>;
  /** Ids of the transitions that ran. */
  readonly edges: ReadonlySet<string>;
  readonly paths: number;
}

const MAX_SITUATIONS = 20_000;

const isStub = (action: unknown): boolean => typeof action === "function" && "isStub" in action;

/**
 * Replaces the machine's actors with actors that never settle, because the model itself sends their done and error
 * events. Placeholder actions become no-ops.
 */
const withoutActors = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actions: Object.fromEntries(
      Object.entries(machine.implementations.actions).flatMap(([name, action]) =>
        isStub(action) ? [[name, () => {}]] : [],
      ),
    ),
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [name, fromPromise(() => new Promise(() => {}))]),
    ),
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sends events to a new actor. Rethrows an error of the machine or the invariant with the event, state and path. */
const run = (machine: AnyStateMachine, { input, invariant }: ExploreModel, events: readonly AnyEventObject[]) => {
  const states = new Set<string>();
  const edges = new Set<string>();
  let last = new Set<string>();
  const actor = createActor(machine, {
    input,
    clock: new SimulatedClock(),
    inspect: (inspected) => {
      if (inspected.type !== "@xstate.microstep") return;
      for (const transition of inspected._transitions) {
        const id = edgeId(transition);
        edges.add(id);
        last.add(id);
        for (const node of [transition.source, ...(transition.target ?? [])]) states.add(node.id);
      }
    },
  });
  // Without an error observer, XState would throw an error of the machine in a timer, possibly after the end of the
  // test.
  actor.subscribe({ error: () => {} });
  const start: StateValue = actor.getSnapshot().value;
  const steps: DescribedStep[] = [];
  const fail = (cause: string, error: unknown): never => {
    throw new Error(`${cause}: ${messageOf(error)}\nPath:\n${describePath(input, start, steps)}`, { cause: error });
  };
  const check = (what: string) => {
    const snapshot = actor.getSnapshot();
    for (const node of snapshot._nodes) states.add(node.id);
    if (snapshot.status === "error") fail(`machine "${machine.id}" breaks ${what}`, snapshot.error);
    try {
      invariant?.(snapshot);
    } catch (error) {
      fail(`machine "${machine.id}" breaks its invariant ${what}`, error);
    }
  };
  actor.start();
  check("at the start");
  for (const event of events) {
    last = new Set();
    const before: StateValue = actor.getSnapshot().value;
    actor.send(event);
    steps.push({ event, to: actor.getSnapshot().value });
    check(`on "${describeEvent(event)}" in ${describeState(before)}`);
  }
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  actor.stop();
  return { snapshot, states, edges, last };
};

/**
 * Explores a machine by a breadth-first search: takes the shortest path to every situation, each with a new actor, and
 * sends each event in this situation. Throws the errors of `run`, and if the machine has too many situations.
 */
export const explore = (subject: AnyStateMachine, model: ExploreModel): Exploration => {
  const { events, project, isPossible } = model;
  const machine = withoutActors(subject);
  const keyOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, project?.(snapshot)]);
  const isTaken = (snapshot: AnyMachineSnapshot, event: AnyEventObject) =>
    snapshot.status === "active" &&
    machine.getTransitionData(snapshot, event).length > 0 &&
    (isPossible?.(snapshot, event) ?? true);

  const first = walking(() => run(machine, model, []));
  const states = new Set(first.states);
  const edges = new Set(first.edges);
  let paths = 1;
  const found = new Map([[keyOf(first.snapshot), { snapshot: first.snapshot, path: [] as AnyEventObject[] }]]);
  const situations = new Map<string, Situation>();
  // Iterating over a Map also visits keys added during the iteration, so the Map is the queue of the search.
  for (const [key, { snapshot, path }] of found) {
    const exits = events
      .filter((event) => isTaken(snapshot, event))
      .map((event) => {
        const ran = walking(() => run(machine, model, [...path, event]));
        paths += 1;
        for (const id of ran.states) states.add(id);
        for (const id of ran.edges) edges.add(id);
        const to = keyOf(ran.snapshot);
        if (!found.has(to)) found.set(to, { snapshot: ran.snapshot, path: [...path, event] });
        return { event, edges: ran.last, to };
      });
    situations.set(key, { key, snapshot, exits });
    if (found.size > MAX_SITUATIONS)
      throw new Error(`machine "${machine.id}" has more than ${MAX_SITUATIONS} situations: "project" is too fine`);
  }
  return { situations, startEdges: first.edges, states, edges, paths };
};
