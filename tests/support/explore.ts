import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from "xstate";
import { getShortestPaths } from "xstate/graph";
import { edgeId } from "#machines/support/graph.ts";

/** A small model of what can happen to a machine; ends of actors and delays are events here, named as XState names them. */
export interface Model {
  readonly input?: unknown;
  readonly events: readonly AnyEventObject[];
  /** What distinguishes two situations beside the state itself; by default nothing. */
  readonly project?: (snapshot: AnyMachineSnapshot) => unknown;
  /** Whether an event can happen there at all; by default every one that the machine takes. */
  readonly isPossible?: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => boolean;
  readonly limit?: number;
}

const silent = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [name, fromPromise(() => new Promise(() => {}))]),
    ),
  });

const isOpen = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  snapshot.status === "active" && snapshot.can(event);

/** A situation of a machine: how one gets there in the fewest steps, and where every event that it takes leads. */
interface Situation {
  readonly snapshot: AnyMachineSnapshot;
  readonly exits: readonly Exit[];
}

/** An event taken in a situation: the transitions that it took, by their ids, and the situation after it. */
export interface Exit {
  readonly event: AnyEventObject;
  readonly edges: ReadonlySet<string>;
  readonly to: string;
}

/** Runs events on a real actor whose own actors never answer; tells what was seen in all of them and in the last. */
const run = (machine: AnyStateMachine, input: unknown, events: readonly AnyEventObject[]) => {
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
  const note = () => {
    for (const node of actor.getSnapshot()._nodes) states.add(node.id);
  };
  actor.start();
  note();
  for (const event of events) {
    last = new Set();
    actor.send(event);
    note();
    if (actor.getSnapshot().status === "error") throw actor.getSnapshot().error;
  }
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  actor.stop();
  return { snapshot, states, edges, last };
};

/** Runs the shortest path to every situation, and from there every event that it takes, on real actors. */
export const explore = (
  subject: AnyStateMachine,
  { input, events, project, isPossible = () => true, limit = 20_000 }: Model,
) => {
  const isTaken = (snapshot: AnyMachineSnapshot, event: AnyEventObject) =>
    isOpen(snapshot, event) && isPossible(snapshot, event);
  const machine = silent(subject);
  const nameOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, project?.(snapshot)]);
  const arrivals = getShortestPaths(machine, {
    input,
    events: [...events],
    filterEvents: isTaken,
    serializeState: nameOf,
    limit,
  });
  const first = run(machine, input, []);
  const seen = { states: new Set(first.states), edges: new Set(first.edges), paths: 1 };
  const situations = new Map<string, Situation>([[nameOf(first.snapshot), { snapshot: first.snapshot, exits: [] }]]);
  for (const arrival of arrivals) {
    const way = arrival.steps.map((step) => step.event).filter((event) => event.type !== "xstate.init");
    const exits = events
      .filter((event) => isTaken(arrival.state, event))
      .map((event) => {
        const { snapshot, states, edges, last } = run(machine, input, [...way, event]);
        seen.paths += 1;
        for (const id of states) seen.states.add(id);
        for (const id of edges) seen.edges.add(id);
        return { event, edges: last, to: nameOf(snapshot) };
      });
    situations.set(nameOf(arrival.state), { snapshot: arrival.state, exits });
  }
  return { first: { at: nameOf(first.snapshot), edges: first.edges }, situations, ...seen };
};
