import type { InspectedMicrostepEvent, InspectionEvent } from "xstate";

const MOST = 50;

interface Kept {
  readonly inspected: InspectedMicrostepEvent;
  readonly at: number;
}

let kept: readonly Kept[] = [];

/** Keeps the last 50 steps of the machines that are given this to be inspected by. */
export const record = (inspected: InspectionEvent): void => {
  if (inspected.type === "@xstate.microstep") kept = [...kept.slice(1 - MOST), { inspected, at: Date.now() }];
};

/** The last steps, the oldest first, each with its moment (ms since 1970). */
export const lastSteps = (): readonly Kept[] => kept;
