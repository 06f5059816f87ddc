import type { InspectedMicrostepEvent, InspectionEvent } from "xstate";

const MAX_STEPS = 200;

/** Recorded step of a machine, and its time in ms since 1970. */
interface RecordedStep {
  readonly inspected: InspectedMicrostepEvent;
  readonly at: number;
}

let recorded: readonly RecordedStep[] = [];

/**
 * Records the last 200 steps of all machines on the page. This function is passed to the page's root actor as
 * `inspect`.
 */
export const recordStep = (inspected: InspectionEvent): void => {
  if (inspected.type === "@xstate.microstep")
    recorded = [...recorded.slice(1 - MAX_STEPS), { inspected, at: Date.now() }];
};

/** Returns the recorded steps, oldest first. */
export const recordedSteps = (): readonly RecordedStep[] => recorded;
