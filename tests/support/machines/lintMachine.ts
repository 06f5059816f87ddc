import { type AnyStateMachine, type AnyStateNode, fromCallback, StateMachine } from "xstate";
import { statesOf, transitionsOf } from "#machines/inspector/graph.ts";

const UNKNOWN_DELAY = "unknown delay";

const namesOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

const nameOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  const type: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  return typeof type === "string" ? type : undefined;
};

interface Location {
  readonly machine: AnyStateMachine;
  readonly path: string;
}

/** Returns the guards that a guard combines with `and`, `or` or `not`, or undefined for any other guard. */
const combinedGuards = (value: unknown): unknown =>
  typeof value === "function" ? Reflect.get(value, "guards") : undefined;

const unknownNames = (place: Location, kind: "actions" | "guards", values: unknown): string[] =>
  namesOf(values).flatMap((value) => {
    const parts = combinedGuards(value);
    if (parts !== undefined) return unknownNames(place, kind, parts);
    const { machine, path } = place;
    const name = nameOf(value);
    if (typeof value === "function" || name === undefined) return [`${path}: inline code among its ${kind}`];
    return name in machine.implementations[kind] ? [] : [`${path}: unknown ${kind} "${name}"`];
  });

const delayProblems = ({ machine, path }: Location, node: AnyStateNode): string[] =>
  Object.keys(node.config.after ?? {}).flatMap((delay) => {
    if (!Number.isNaN(Number(delay))) return [`${path}: the delay ${delay} has no name`];
    return delay in machine.implementations.delays ? [] : [`${path}: ${UNKNOWN_DELAY} "${delay}"`];
  });

/**
 * Returns a message for each delay without an implementation in a machine or its child machines. XState fires such a
 * delay immediately.
 */
export const unknownDelays = (machine: AnyStateMachine): string[] => [
  ...statesOf(machine.root).flatMap((node) =>
    delayProblems({ machine, path: node.id }, node).filter((problem) => problem.includes(UNKNOWN_DELAY)),
  ),
  ...Object.values(machine.implementations.actors).flatMap((actor) =>
    actor instanceof StateMachine ? unknownDelays(actor) : [],
  ),
];

/**
 * Returns true for a callback actor, which needs no onError, because it has no promise that can reject. Compares the
 * code of the actor, because XState does not mark callback actors.
 */
const isCallback = (logic: unknown): boolean =>
  typeof logic === "object" &&
  logic !== null &&
  String(Reflect.get(logic, "transition")) === String(fromCallback(() => {}).transition);

const invokeProblems = ({ machine, path }: Location, node: AnyStateNode): string[] =>
  node.invoke.flatMap((invoked) => {
    const src: unknown = invoked.src;
    const known = typeof src === "string" && src in machine.implementations.actors;
    const name = `${path}: the actor "${String(src)}"`;
    const isSafe = invoked.onError !== undefined || (known && isCallback(machine.implementations.actors[src]));
    return [...(known ? [] : [`${name} is not named in setup`]), ...(isSafe ? [] : [`${name} has no onError`])];
  });

const enteredStates = (node: AnyStateNode): AnyStateNode[] => {
  const ancestors: AnyStateNode[] = [];
  for (let one = node.parent; one !== undefined; one = one.parent) ancestors.push(one);
  return [node, ...ancestors, ...initialStates(node)];
};

const initialStates = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === "parallel") return Object.values(node.states).flatMap((child) => [child, ...initialStates(child)]);
  if (node.type !== "compound") return [];
  return node.initial.target.flatMap((child) => [child, ...initialStates(child)]);
};

const unreachableStates = (machine: AnyStateMachine): string[] => {
  const reached = new Set<AnyStateNode>(enteredStates(machine.root));
  for (const node of reached) {
    for (const { target } of transitionsOf(node)) {
      for (const one of target ?? []) for (const each of enteredStates(one)) reached.add(each);
    }
  }
  return statesOf(machine.root)
    .filter((node) => !reached.has(node) && node.type !== "history")
    .map((node) => `${node.id}: no transition leads here`);
};

const initialProblems = (path: string, node: AnyStateNode): string[] => {
  const name: unknown = node.config.initial;
  const isWrong = node.type === "compound" && !(typeof name === "string" && name in node.states);
  return isWrong ? [`${path}: the initial state "${String(name)}" does not exist`] : [];
};

const mutation = /^(save|send|submit|move|pay|remove|delete|create|confirm|reject|issue|sign|change|upload|import)/;

/**
 * Returns a message for each write request (actor named by a verb such as `save`) that an initial state sends. React
 * StrictMode starts an actor twice and would repeat such a request.
 */
const earlyWrites = (machine: AnyStateMachine): string[] =>
  enteredStates(machine.root).flatMap((node) =>
    node.invoke
      .filter(({ src }) => typeof src === "string" && mutation.test(src))
      .map(({ src }) => `${node.id}: "${String(src)}" changes something and is called from an initial state`),
  );

/**
 * Returns a message for each fault in a machine configuration. Does not check transition targets, because XState itself
 * throws for an unknown target.
 */
export const lintMachine = (machine: AnyStateMachine): string[] => {
  const problems = statesOf(machine.root).flatMap((node) => {
    const place = { machine, path: node.id };
    return [
      ...initialProblems(node.id, node),
      ...delayProblems(place, node),
      ...invokeProblems(place, node),
      ...unknownNames(place, "actions", node.config.entry),
      ...unknownNames(place, "actions", node.config.exit),
      ...transitionsOf(node).flatMap((transition) => [
        ...unknownNames(place, "guards", transition.guard),
        ...unknownNames(place, "actions", transition.actions),
      ]),
    ];
  });
  return problems.some((problem) => problem.includes("initial state"))
    ? problems
    : [...problems, ...unreachableStates(machine), ...earlyWrites(machine)];
};
