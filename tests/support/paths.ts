import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from "xstate";
import { getShortestPaths } from "xstate/graph";
import { edgeId, statesOf, transitionsOf } from "#machines/support/graph.ts";
import { excuse } from "./coverage.ts";

/** What to walk a machine with; ends of actors and delays are events here, named as XState names them. */
export interface Walk {
  readonly input?: unknown;
  readonly events: readonly AnyEventObject[];
  /** What distinguishes two situations beside the state itself; by default nothing. */
  readonly project?: (snapshot: AnyMachineSnapshot) => unknown;
  /** States and transitions that no path takes, each with its reason. */
  readonly exempt?: Readonly<Record<string, string>>;
  readonly limit?: number;
}

/** What the generated paths saw. */
export interface Coverage {
  readonly paths: number;
  readonly states: string;
  readonly transitions: string;
  /** States and transitions that no path took and no exemption excuses. */
  readonly missing: readonly string[];
  /** Exemptions that were not needed. */
  readonly idle: readonly string[];
  /** The situations that were reached, each once, for assertions on all of them. */
  readonly snapshots: readonly AnyMachineSnapshot[];
}

/** An actor ended: the event that XState makes of it. */
export const done = (id: string, output?: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

/** An actor failed: the event that XState makes of it. */
export const failed = (id: string, error: unknown = new Error("fault")): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

/** A delay is over: the event that XState makes of it; `state` is the full id, such as `session.active.fresh`. */
export const after = (delay: string, state: string): AnyEventObject => ({ type: `xstate.after.${delay}.${state}` });

const silent = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [name, fromPromise(() => new Promise(() => {}))]),
    ),
  });

const isOpen = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  snapshot.status === "active" && snapshot.can(event);

const figure = (all: number, missing: number) => `${all - missing}/${all}`;

/** Runs the shortest path to every situation, and from there every event that it takes, on real actors. */
export const walk = (subject: AnyStateMachine, options: Walk): Coverage => {
  const machine = silent(subject);
  const input = options.input;
  const serialize = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, options.project?.(snapshot)]);
  const arrivals = getShortestPaths(machine, {
    input,
    events: [...options.events],
    filterEvents: isOpen,
    serializeState: serialize,
    limit: options.limit ?? 20_000,
  });

  const seen = new Set<unknown>();
  const situations = new Map<string, AnyMachineSnapshot>();
  const run = (events: readonly AnyEventObject[]) => {
    const actor = createActor(machine, {
      input,
      clock: new SimulatedClock(),
      inspect: (inspected) => {
        if (inspected.type !== "@xstate.microstep") return;
        for (const transition of inspected._transitions) {
          for (const one of [transition, transition.source, ...(transition.target ?? [])]) seen.add(one);
        }
      },
    });
    const note = (snapshot: AnyMachineSnapshot) => {
      for (const node of snapshot._nodes) seen.add(node);
      situations.set(serialize(snapshot), snapshot);
    };
    actor.start();
    note(actor.getSnapshot());
    for (const event of events) {
      actor.send(event);
      note(actor.getSnapshot());
      if (actor.getSnapshot().status === "error") throw actor.getSnapshot().error;
    }
    actor.stop();
  };

  run([]);
  let paths = 1;
  for (const arrival of arrivals) {
    const events = arrival.steps.map((step) => step.event).filter((event) => event.type !== "xstate.init");
    for (const event of options.events.filter((one) => isOpen(arrival.state, one))) {
      run([...events, event]);
      paths += 1;
    }
  }

  const states = statesOf(machine.root);
  const transitions = states.flatMap((node) => {
    const own = transitionsOf(node);
    return own.map((transition) => ({ transition, name: edgeId(transition) }));
  });
  const missedStates = states.filter((node) => !seen.has(node)).map((node) => node.id);
  const missedTransitions = transitions.filter((one) => !seen.has(one.transition)).map((one) => one.name);
  const missed = [...missedStates, ...missedTransitions];
  excuse(machine.id, options.exempt ?? {});
  const exempt = Object.keys(options.exempt ?? {});
  return {
    paths,
    states: figure(states.length, missedStates.length),
    transitions: figure(transitions.length, missedTransitions.length),
    missing: missed.filter((name) => !exempt.includes(name)),
    idle: exempt.filter((name) => !missed.includes(name)),
    snapshots: [...situations.values()],
  };
};

/** What no walk of several reached; each walk alone stays small where the events of all together would not. */
export const missingFromAll = (walks: readonly Coverage[]): string[] => {
  const [first, ...others] = walks.map(({ missing }) => missing);
  return (first ?? []).filter((name) => others.every((each) => each.includes(name)));
};
