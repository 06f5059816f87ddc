import { type AnyMachineSnapshot, type InspectedMicrostepEvent, type InspectionEvent, StateMachine } from "xstate";
import { edgeId } from "#machines/inspector/graph.ts";
import type { TrailStep } from "#machines/inspector/inspector.ts";
import { mask } from "./mask.ts";

/** Returns the id of the machine that the actor runs, or undefined if it runs no machine. */
export const machineOf = (actor: object): string | undefined => {
  const logic: unknown = Reflect.get(actor, "logic");
  return logic instanceof StateMachine ? logic.id : undefined;
};

const isMachineSnapshot = (snapshot: object): snapshot is AnyMachineSnapshot => "_nodes" in snapshot;

/** Returns the ids of the active states in a machine's snapshot, or an empty list for any other value. */
export const activeStates = (snapshot: unknown): readonly string[] =>
  typeof snapshot === "object" && snapshot !== null && isMachineSnapshot(snapshot)
    ? snapshot._nodes.map(({ id }) => id)
    : [];

/** Ids that are generated: "x:7" by XState, "_r_1_" by React. */
const generatedId = /^(x:|_)/;

/**
 * Returns a text that distinguishes the actors of one machine: the masked name in the context, such as "GET
 * /api/Company", otherwise the actor's id. Returns an empty string for a generated id or the machine's id.
 */
export const titleOf = (actor: object, snapshot: object): string => {
  const name: unknown = Reflect.get(Object(Reflect.get(snapshot, "context")), "name");
  if (typeof name === "string") return String(mask(name));
  const id: unknown = Reflect.get(actor, "id");
  return typeof id === "string" && !generatedId.test(id) && id !== machineOf(actor) ? id : "";
};

const contextOf = (snapshot: object): unknown => ("context" in snapshot ? mask(snapshot.context) : undefined);

const stepFrom = (inspected: InspectedMicrostepEvent, machine: string, at: number): TrailStep => ({
  session: inspected.actorRef.sessionId,
  machine,
  title: titleOf(inspected.actorRef, inspected.snapshot),
  at,
  event: { ...Object.fromEntries(Object.entries(Object(mask(inspected.event)))), type: inspected.event.type },
  states: activeStates(inspected.snapshot),
  edges: inspected._transitions.map(edgeId),
  context: contextOf(inspected.snapshot),
});

/**
 * Converts an inspected microstep of XState at the time `at`, ms since 1970, into a step without secrets and personal
 * data. Returns undefined for any other inspection event, and for an actor that runs no machine.
 */
export const stepOf = (inspected: InspectionEvent, at: number): TrailStep | undefined => {
  if (inspected.type !== "@xstate.microstep") return undefined;
  const machine = machineOf(inspected.actorRef);
  return machine === undefined ? undefined : stepFrom(inspected, machine, at);
};
