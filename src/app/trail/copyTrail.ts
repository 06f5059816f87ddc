import { toast } from "../ui/toast.ts";
import { stepOf } from "./step.ts";
import { lastSteps } from "./trail.ts";

/** The last steps as text to paste into a message: a line of title, then a line a step; masked when it is asked for. */
const trailText = (): string => {
  const steps = lastSteps().flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};

/** Copies the last steps for whoever is asked for help, and says whether the browser allowed it: by plain http none does. */
export const copyTrail = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(trailText());
    toast("След для поддержки скопирован: вставьте его в сообщение");
  } catch {
    toast("Браузер не даёт копировать на этой странице: след для поддержки не скопирован");
  }
};
