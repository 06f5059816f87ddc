import type { InspectedMicrostepEvent, InspectionEvent } from "xstate";

const MAX_STEPS = 100;

/** Recorded step of a machine with its time, ms since 1970. */
interface RecordedStep {
  readonly inspected: InspectedMicrostepEvent;
  readonly at: number;
}

let recorded: readonly RecordedStep[] = [];

/** Records the last 100 steps of the page's machines. It is the `inspect` function of the page's root actor. */
export const recordStep = (inspected: InspectionEvent): void => {
  if (inspected.type === "@xstate.microstep")
    recorded = [...recorded.slice(1 - MAX_STEPS), { inspected, at: Date.now() }];
};

/** Returns the recorded steps, oldest first. */
export const recordedSteps = (): readonly RecordedStep[] => recorded;
