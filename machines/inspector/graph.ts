import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, and, not, or } from "xstate";

/** State of a machine in a drawing. */
export interface GraphState {
  /** Id of the state in XState, for example `session.active.fresh`. */
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

/**
 * Cause of a transition. `done` means that an actor or a compound state has finished, and `failed` means that an actor
 * threw an error.
 */
export type TransitionCause = "event" | "always" | "delay" | "done" | "failed";

/** Transition in a drawing. A transition without a target only runs actions. */
export interface GraphEdge {
  /**
   * Id in the form `source|event type|number`. The number distinguishes transitions of the same state for the same
   * event. The ids of the second and each further target of a transition end with the number of the target.
   */
  readonly id: string;
  readonly source: string;
  readonly target: string | undefined;
  readonly cause: TransitionCause;
  readonly event: string;
  /**
   * Position of the transition among the transitions of the same state and event, from 1. Undefined if there is only
   * one.
   */
  readonly branch: number | undefined;
  readonly guard: string | undefined;
  readonly actions: readonly string[];
  readonly description: string | undefined;
}

/** States and transitions of a machine, in the sequence of the machine's config. */
export interface Graph {
  readonly id: string;
  readonly description: string | undefined;
  readonly states: readonly GraphState[];
  readonly edges: readonly GraphEdge[];
}

const checkOf = (guard: object): unknown => Reflect.get(guard, "check");

/**
 * Returns the name of an XState guard that combines other guards, for example "isEmpty or isClosed" or "not isEmpty".
 * Returns undefined for a guard that combines no guards.
 */
const combinedName = (guard: unknown): string | undefined => {
  const parts: unknown = typeof guard === "function" ? Reflect.get(guard, "guards") : undefined;
  if (typeof guard !== "function" || !Array.isArray(parts)) return undefined;
  const names = parts.map(nameOfImplementation);
  if (checkOf(guard) === checkOf(not(""))) return `not ${names.join()}`;
  const isEither = checkOf(guard) === checkOf(or([]));
  return isEither || checkOf(guard) === checkOf(and([])) ? names.join(isEither ? " or " : " and ") : undefined;
};

/** Returns the name of a guard, an action or an actor in a config. Inline code gets the name "code". */
export const nameOfImplementation = (named: unknown): string => {
  if (typeof named === "string") return named;
  const combined = combinedName(named);
  if (combined !== undefined) return combined;
  const hasType = (typeof named === "object" && named !== null) || typeof named === "function";
  const type: unknown = hasType ? Reflect.get(named, "type") : undefined;
  return typeof type === "string" ? type : "code";
};

// XState starts the timers of `after` with internal actions. These actions are hidden, because the drawing already
// shows the delay.
const namesOf = (values: readonly unknown[]): string[] =>
  values.map(nameOfImplementation).filter((name) => !name.startsWith("xstate."));

const prefixes: readonly [string, TransitionCause][] = [
  ["xstate.after.", "delay"],
  ["xstate.done.actor.", "done"],
  ["xstate.error.actor.", "failed"],
  ["xstate.done.state.", "done"],
];

/** Returns the cause of a transition, and the label for this cause in the drawing. */
const causeOf = (eventType: string, node: AnyStateNode): [TransitionCause, string] => {
  if (eventType === "") return ["always", "always"];
  const [prefix, cause] = prefixes.find(([start]) => eventType.startsWith(start)) ?? [];
  if (!prefix || !cause) return ["event", eventType];
  const rest = eventType.slice(prefix.length);
  return [cause, cause === "delay" ? rest.slice(0, -node.id.length - 1) : rest];
};

/** Returns all outgoing transitions of a state, including `always` transitions. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...node.transitions.values()].flat().concat(node.always ?? []);

/** Returns the id of a transition. Drawings, coverage and the inspector use the same ids. */
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

const branchOf = (transition: AnyTransitionDefinition): number | undefined => {
  const siblings = transitionsOf(transition.source).filter(({ eventType }) => eventType === transition.eventType);
  return siblings.length > 1 ? siblings.indexOf(transition) + 1 : undefined;
};

/** Delays of a machine by name. A delay is a number of ms or a function of the context. */
type Delays = AnyStateMachine["implementations"]["delays"];

/** Returns the name of a delay, followed by the value of the delay if the value does not depend on the context. */
const delayText = (name: string, delays: Delays): string => {
  const value: unknown = delays[name];
  return typeof value === "number" ? `${name} = ${value} ms` : name;
};

const edgesOf = (node: AnyStateNode, delays: Delays): GraphEdge[] =>
  transitionsOf(node).flatMap((transition) => {
    const [cause, name] = causeOf(transition.eventType, node);
    const event = cause === "delay" ? delayText(name, delays) : name;
    const targets: readonly (AnyStateNode | undefined)[] = transition.target ?? [undefined];
    return targets.map((target, at) => ({
      id: at === 0 ? edgeId(transition) : `${edgeId(transition)}|${at + 1}`,
      source: node.id,
      target: target?.id,
      cause,
      event,
      branch: branchOf(transition),
      guard: transition.guard === undefined ? undefined : nameOfImplementation(transition.guard),
      actions: namesOf(transition.actions),
      description: transition.description,
    }));
  });

/** Returns all states of a machine, starting with the root state. */
export const statesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(statesOf)];

/** Returns all states and transitions of a machine. */
export const graphOf = (machine: AnyStateMachine): Graph => {
  const nodes = statesOf(machine.root);
  return {
    id: machine.id,
    description: machine.root.description,
    states: nodes.map(stateOf),
    edges: nodes.flatMap((node) => edgesOf(node, machine.implementations.delays)),
  };
};
