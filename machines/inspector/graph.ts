import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

/** A state as it is drawn. */
export interface GraphState {
  /** XState's own id, such as `session.active.fresh`. */
  readonly id: string;
  readonly name: string;
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "history";
  readonly parent: string | undefined;
  readonly isInitial: boolean;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly string[];
}

/** Why a transition is taken: an event, at once, a delay that is over, an actor that ended or failed, a state that is done. */
export type Cause = "event" | "always" | "delay" | "done" | "failed";

/** A transition as it is drawn; one that only acts has no target. */
export interface GraphEdge {
  /** `source|event type|place among its siblings`; what an inspector is told names the same. */
  readonly id: string;
  readonly source: string;
  readonly target: string | undefined;
  readonly cause: Cause;
  readonly event: string;
  readonly guard: string | undefined;
  readonly actions: readonly string[];
  readonly description: string | undefined;
}

/** A machine as a table of states and transitions, in the order of its config. */
export interface Graph {
  readonly id: string;
  readonly description: string | undefined;
  readonly states: readonly GraphState[];
  readonly edges: readonly GraphEdge[];
}

const nameOfImplementation = (named: unknown): string => {
  if (typeof named === "string") return named;
  const hasType = (typeof named === "object" && named !== null) || typeof named === "function";
  const type: unknown = hasType ? Reflect.get(named, "type") : undefined;
  return typeof type === "string" ? type : "code";
};

/** XState's own actions, which start and stop the timers of `after`, are no part of a table. */
const namesOf = (values: readonly unknown[]): string[] =>
  values.map(nameOfImplementation).filter((name) => !name.startsWith("xstate."));

const prefixes: readonly [string, Cause][] = [
  ["xstate.after.", "delay"],
  ["xstate.done.actor.", "done"],
  ["xstate.error.actor.", "failed"],
  ["xstate.done.state.", "done"],
];

/** The cause of a transition and what it is called on a drawing. */
const causeOf = (eventType: string, node: AnyStateNode): [Cause, string] => {
  if (eventType === "") return ["always", "always"];
  const [prefix, cause] = prefixes.find(([start]) => eventType.startsWith(start)) ?? [];
  if (!prefix || !cause) return ["event", eventType];
  const rest = eventType.slice(prefix.length);
  return [cause, cause === "delay" ? rest.slice(0, -node.id.length - 1) : rest];
};

/** All that leads out of a state: by an event, an actor's end, a delay or at once. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...node.transitions.values()].flat().concat(node.always ?? []);

/** What a transition is called wherever it is drawn, counted or told of. */
export const edgeId = (transition: AnyTransitionDefinition): string => {
  const siblings = transitionsOf(transition.source).filter(({ eventType }) => eventType === transition.eventType);
  return `${transition.source.id}|${transition.eventType || "always"}|${siblings.indexOf(transition) + 1}`;
};

const stateOf = (node: AnyStateNode): GraphState => ({
  id: node.id,
  name: node.key,
  kind: node.type,
  parent: node.parent?.id,
  isInitial: node.parent?.type === "compound" && node.parent.initial.target.includes(node),
  description: node.description,
  tags: node.tags,
  entry: namesOf(node.entry),
  exit: namesOf(node.exit),
  invokes: node.invoke.map(({ src }) => nameOfImplementation(src)),
});

const edgesOf = (node: AnyStateNode): GraphEdge[] =>
  transitionsOf(node).flatMap((transition) => {
    const [cause, event] = causeOf(transition.eventType, node);
    const targets: readonly (AnyStateNode | undefined)[] = transition.target ?? [undefined];
    return targets.map((target, at) => ({
      id: at === 0 ? edgeId(transition) : `${edgeId(transition)}|${at + 1}`,
      source: node.id,
      target: target?.id,
      cause,
      event,
      guard: transition.guard === undefined ? undefined : nameOfImplementation(transition.guard),
      actions: namesOf(transition.actions),
      description: transition.description,
    }));
  });

/** All states of a machine, the root first. */
export const statesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(statesOf)];

/** The whole table of a machine: nested and parallel states, `always`, `after` and the ends of actors included. */
export const graphOf = (machine: AnyStateMachine): Graph => {
  const nodes = statesOf(machine.root);
  return {
    id: machine.id,
    description: machine.root.description,
    states: nodes.map(stateOf),
    edges: nodes.flatMap(edgesOf),
  };
};
