import type { AnyMachineSnapshot, InspectionEvent } from "xstate";
import { StateMachine } from "xstate";
import { edgeId } from "#machines/inspector/graph.ts";

/** How often the states and transitions of a machine were seen, by their ids, and what its tests excuse, with reasons. */
export interface MachineCoverage {
  states: Record<string, number>;
  edges: Record<string, number>;
  exempt: Record<string, string>;
}

/** What the tests of this worker have seen so far, by machine. */
export const coverage: Record<string, MachineCoverage> = {};

const of = (machine: string): MachineCoverage => {
  coverage[machine] ??= { states: {}, edges: {}, exempt: {} };
  return coverage[machine];
};

const count = (counts: Record<string, number>, id: string) => {
  counts[id] = (counts[id] ?? 0) + 1;
};

const isMachineSnapshot = (snapshot: object): snapshot is AnyMachineSnapshot => "_nodes" in snapshot;

/** Counts a step of a machine: the transitions taken and the states that are active after it. */
export const note = (inspected: InspectionEvent): void => {
  if (inspected.type !== "@xstate.microstep" || !isMachineSnapshot(inspected.snapshot)) return;
  const logic: unknown = Reflect.get(inspected.actorRef, "logic");
  if (!(logic instanceof StateMachine)) return;
  const { states, edges } = of(logic.id);
  for (const { id } of inspected.snapshot._nodes) count(states, id);
  for (const transition of inspected._transitions) {
    count(edges, edgeId(transition));
    // A state that is left at once, or that only points to the one of before, is never active after a step; the transitions tell of it.
    for (const { id } of [transition.source, ...(transition.target ?? [])]) count(states, id);
  }
};

/** Keeps what a model of a machine excuses. */
export const excuse = (machine: string, exempt: Readonly<Record<string, string>>): void => {
  Object.assign(of(machine).exempt, exempt);
};
