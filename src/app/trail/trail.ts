import type { InspectedMicrostepEvent, InspectionEvent } from "xstate";

const MOST = 50;

let kept: readonly { inspected: InspectedMicrostepEvent; at: number }[] = [];

/** Keeps the last 50 steps of the machines that are given this to be inspected by. */
export const record = (inspected: InspectionEvent): void => {
  if (inspected.type === "@xstate.microstep") kept = [...kept.slice(1 - MOST), { inspected, at: Date.now() }];
};

/** The last steps as text to paste into a message: a line of title, then a line a step; masked when it is asked for. */
export const trailText = async (): Promise<string> => {
  const { stepOf } = await import("./step.ts");
  const steps = kept.flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};
