import { toast } from "../ui/toast.ts";
import { stepOf } from "./step.ts";
import { recordedSteps } from "./trail.ts";

/** Returns the recorded steps of the machines as text: a title line, then one line for each step. */
export const trailText = (): string => {
  const steps = recordedSteps().flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};

/**
 * Copies the recorded steps of the machines for a support request, and shows a toast with the result. Copying fails on
 * plain http pages, where browsers do not allow it.
 */
export const copyTrail = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(trailText());
    toast("След для поддержки скопирован: вставьте его в сообщение");
  } catch {
    toast("Браузер не даёт копировать на этой странице: след для поддержки не скопирован");
  }
};
