import { expect } from "vitest";
import type { AnyMachineSnapshot, InspectionEvent } from "xstate";
import { StateMachine } from "xstate";
import { edgeId } from "#machines/inspector/graph.ts";

/** Number of times that tests covered the states and transitions of a machine, by id, and exemptions with their reasons. */
export interface MachineCoverage {
  states: Record<string, number>;
  edges: Record<string, number>;
  /** Number of times that an assertion followed a transition. Walks do not count, because they prove only that a transition can be taken. */
  asserted: Record<string, number>;
  exempt: Record<string, string>;
}

/** Coverage by the tests of this worker so far, by machine. */
export const coverage: Record<string, MachineCoverage> = {};

const coverageOf = (machine: string): MachineCoverage => {
  coverage[machine] ??= { states: {}, edges: {}, asserted: {}, exempt: {} };
  return coverage[machine];
};

const count = (counts: Record<string, number>, id: string) => {
  counts[id] = (counts[id] ?? 0) + 1;
};

const isMachineSnapshot = (snapshot: object): snapshot is AnyMachineSnapshot => "_nodes" in snapshot;

/** Transitions of the running test that no assertion has followed yet. */
let unasserted: { machine: string; id: string; assertions: number }[] = [];
let isWalking = false;
let isCounting = true;

const assertionsSoFar = (): number => expect.getState().assertionCalls;

/** Runs a step of a walk. Its transitions do not count as asserted. */
export const walking = <Result>(step: () => Result): Result => {
  isWalking = true;
  try {
    return step();
  } finally {
    isWalking = false;
  }
};

/** Runs a property with random walks. Its steps are not counted, because another seed can take other transitions. */
export const withoutCounting = async (run: () => Promise<void>): Promise<void> => {
  isCounting = false;
  try {
    await run();
  } finally {
    isCounting = true;
  }
};

/** Counts the transitions that an assertion followed, at the end of a test. */
export const endTest = (): void => {
  const assertions = assertionsSoFar();
  for (const one of unasserted) if (assertions > one.assertions) count(coverageOf(one.machine).asserted, one.id);
  unasserted = [];
};

/** Counts a step of a machine: the transitions taken and the states that are active after it. */
export const countStep = (inspected: InspectionEvent): void => {
  if (!isCounting) return;
  if (inspected.type !== "@xstate.microstep" || !isMachineSnapshot(inspected.snapshot)) return;
  const logic: unknown = Reflect.get(inspected.actorRef, "logic");
  if (!(logic instanceof StateMachine)) return;
  const { states, edges } = coverageOf(logic.id);
  for (const { id } of inspected.snapshot._nodes) count(states, id);
  for (const transition of inspected._transitions) {
    const id = edgeId(transition);
    count(edges, id);
    if (!isWalking) unasserted.push({ machine: logic.id, id, assertions: assertionsSoFar() });
    // An initial transient state and a history state are in no microstep snapshot, so the sources and targets of transitions are counted too.
    for (const node of [transition.source, ...(transition.target ?? [])]) count(states, node.id);
  }
};

/** Adds the exemptions of a model. */
export const addExemptions = (machine: string, exempt: Readonly<Record<string, string>>): void => {
  Object.assign(coverageOf(machine).exempt, exempt);
};
