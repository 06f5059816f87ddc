import type { AnyStateMachine } from "xstate";
import { statesOf, transitionsOf } from "#machines/inspector/graph.ts";

/** Throws for an actor, delay, event or state that the machine does not have. */
export const requireName = (
  { id }: AnyStateMachine,
  kind: "actor" | "delay" | "event" | "state",
  name: string,
  names: Iterable<string>,
): void => {
  const existing = [...new Set(names)].sort();
  if (existing.includes(name)) return;
  throw new Error(`machine "${id}" has no ${kind} "${name}"; it has ${existing.join(", ") || "none"}`);
};

/** Returns the event types that a machine handles, without the internal events of XState. */
export const eventTypes = (machine: AnyStateMachine): string[] =>
  statesOf(machine.root)
    .flatMap(transitionsOf)
    .map(({ eventType }) => eventType)
    .filter((type) => type !== "" && !type.startsWith("xstate."));
