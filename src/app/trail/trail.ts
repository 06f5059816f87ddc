import type { InspectedMicrostepEvent, InspectionEvent } from "xstate";

const MAX_STEPS = 200;

/** Recorded step of a machine, and its time in ms since 1970. */
interface RecordedStep {
  readonly inspected: InspectedMicrostepEvent;
  readonly at: number;
}

const recorded: RecordedStep[] = [];

/**
 * Returns the step without child actors and output. These would keep the answers of the server, such as long lists of
 * orders, in memory.
 */
const withoutAnswers = (inspected: InspectedMicrostepEvent): InspectedMicrostepEvent => {
  const snapshot = { ...inspected.snapshot, children: {} };
  return { ...inspected, snapshot, event: { ...inspected.event, output: undefined } };
};

/**
 * Records the last 200 steps of all machines on the page. This function is passed to the page's root actor as
 * `inspect`.
 */
export const recordStep = (inspected: InspectionEvent): void => {
  if (inspected.type !== "@xstate.microstep") return;
  recorded.push({ inspected: withoutAnswers(inspected), at: Date.now() });
  if (recorded.length > MAX_STEPS) recorded.shift();
};

/** Returns the recorded steps, oldest first. */
export const recordedSteps = (): readonly RecordedStep[] => recorded;
