import { expect } from "vitest";
import type { AnyMachineSnapshot, InspectionEvent } from "xstate";
import { StateMachine } from "xstate";
import { edgeId } from "#machines/inspector/graph.ts";

/**
 * Coverage of a state machine: for each state and transition the number of times that tests reached it, and the
 * exemptions.
 */
export interface MachineCoverage {
  states: Record<string, number>;
  edges: Record<string, number>;
  /**
   * Number of times that a test asserted something after a transition, keyed by transition id. Generated paths do not
   * count, because they prove only that a transition can be taken.
   */
  asserted: Record<string, number>;
  exempt: Record<string, string>;
}

/** Coverage by the tests of this worker process, keyed by machine id. */
export const coverage: Record<string, MachineCoverage> = {};

const coverageOf = (machine: string): MachineCoverage => {
  coverage[machine] ??= { states: {}, edges: {}, asserted: {}, exempt: {} };
  return coverage[machine];
};

const count = (counts: Record<string, number>, id: string) => {
  counts[id] = (counts[id] ?? 0) + 1;
};

const isMachineSnapshot = (snapshot: object): snapshot is AnyMachineSnapshot => "_nodes" in snapshot;

/** Transitions of the current test after which no assertion has been made yet. */
let unasserted: { machine: string; id: string; assertions: number }[] = [];
let isWalking = false;
let isCounting = true;

const assertionsSoFar = (): number => expect.getState().assertionCalls;

/** Runs a step of a generated path. The transitions of the step do not count as asserted. */
export const walking = <Result>(step: () => Result): Result => {
  isWalking = true;
  try {
    return step();
  } finally {
    isWalking = false;
  }
};

/**
 * Runs a test of random event sequences without counting its transitions, because a different seed may take different
 * transitions.
 */
export const withoutCounting = async (run: () => Promise<void>): Promise<void> => {
  isCounting = false;
  try {
    await run();
  } finally {
    isCounting = true;
  }
};

/** Counts the asserted transitions of a test. Must be called at the end of each test. */
export const endTest = (): void => {
  const assertions = assertionsSoFar();
  for (const one of unasserted) if (assertions > one.assertions) count(coverageOf(one.machine).asserted, one.id);
  unasserted = [];
};

/**
 * Counts the transitions of a microstep, their sources and targets, and the states that are active afterwards.
 * Remembers the transitions outside of generated paths for `endTest`.
 */
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
    // XState reports no step for the start of a machine, and no snapshot contains a history state. Initial states and
    // history states are therefore counted as sources and targets of transitions.
    for (const node of [transition.source, ...(transition.target ?? [])]) count(states, node.id);
  }
};

/** Adds the exempt states and transitions of a test model to the coverage of a machine. */
export const addExemptions = (machine: string, exempt: Readonly<Record<string, string>>): void => {
  Object.assign(coverageOf(machine).exempt, exempt);
};
