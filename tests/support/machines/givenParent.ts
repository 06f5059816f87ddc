import { type AnyEventObject, createActor, fromTransition } from "xstate";

/** Returns a parent for a machine under test, and the events that the machine reports to it. */
export const givenParent = () => {
  const reports: AnyEventObject[] = [];
  const parent = createActor(
    fromTransition((count: number, event: AnyEventObject) => {
      reports.push(event);
      return count + 1;
    }, 0),
  ).start();
  return { parent, reports };
};
