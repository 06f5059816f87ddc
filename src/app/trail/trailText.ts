import { stepOf } from "./step.ts";
import { recordedSteps } from "./trail.ts";

/** Returns the recorded steps of the machines as text: a title line, then one line for each step. */
export const trailText = (): string => {
  const steps = recordedSteps().flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};
