import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { edgeId, statesOf, transitionsOf } from "#machines/support/graph.ts";
import { excuse } from "./coverage.ts";
import { explore, type Model } from "./explore.ts";

/** What to walk a machine with. */
export interface Walk extends Model {
  /** States and transitions that no path takes, each with its reason. */
  readonly exempt?: Readonly<Record<string, string>>;
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

const figure = (all: number, missing: number) => `${all - missing}/${all}`;

/** Walks over every situation of a machine and every event that it takes there, and tells what was not seen. */
export const walk = (subject: AnyStateMachine, options: Walk): Coverage => {
  const { situations, states: seenStates, edges: seenEdges, paths } = explore(subject, options);
  const states = statesOf(subject.root);
  const edges = states.flatMap((node) => transitionsOf(node).map(edgeId));
  const missedStates = states.map(({ id }) => id).filter((id) => !seenStates.has(id));
  const missedEdges = edges.filter((id) => !seenEdges.has(id));
  const missed = [...missedStates, ...missedEdges];
  excuse(subject.id, options.exempt ?? {});
  const exempt = Object.keys(options.exempt ?? {});
  return {
    paths,
    states: figure(states.length, missedStates.length),
    transitions: figure(edges.length, missedEdges.length),
    missing: missed.filter((name) => !exempt.includes(name)),
    idle: exempt.filter((name) => !missed.includes(name)),
    snapshots: [...situations.values()].map(({ snapshot }) => snapshot),
  };
};

/** What no walk of several reached; each walk alone stays small where the events of all together would not. */
export const missingFromAll = (walks: readonly Coverage[]): string[] => {
  const [first, ...others] = walks.map(({ missing }) => missing);
  return (first ?? []).filter((name) => others.every((each) => each.includes(name)));
};
