import { type AnyEventObject, createActor, fromTransition, SimulatedClock } from "xstate";

/**
 * Returns a fake parent for a machine under test, the events that the parent receives from this machine, and the common
 * clock of both.
 */
export const givenParent = () => {
  const reports: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromTransition((count: number, event: AnyEventObject) => {
      reports.push(event);
      return count + 1;
    }, 0),
    { clock },
  ).start();
  return { parent, reports, clock };
};
