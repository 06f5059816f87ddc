import { toast } from "../ui/toast.ts";
import { stepOf } from "./step.ts";
import { recordedSteps } from "./trail.ts";

/** Returns the recorded steps as text: a title line, then one masked step on each line. */
const trailText = (): string => {
  const steps = recordedSteps().flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};

/**
 * Copies the recorded steps for a support request and shows a toast with the result. Browsers do not allow copying on
 * plain http pages.
 */
export const copyTrail = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(trailText());
    toast("След для поддержки скопирован: вставьте его в сообщение");
  } catch {
    toast("Браузер не даёт копировать на этой странице: след для поддержки не скопирован");
  }
};
