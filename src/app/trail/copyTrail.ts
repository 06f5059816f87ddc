import { toast } from "../ui/toast.ts";
import { stepOf } from "./step.ts";
import { recordedSteps } from "./trail.ts";

/** Returns the last steps as text: a title line, then one masked step per line. */
const trailText = (): string => {
  const steps = recordedSteps().flatMap(({ inspected, at }) => stepOf(inspected, at) ?? []);
  const title = `След для поддержки · ${import.meta.env.APP_VERSION} · ${location.pathname}`;
  return [title, ...steps.map((step) => JSON.stringify(step))].join("\n");
};

/** Copies the last steps for a support request and shows the outcome. Browsers refuse to copy on plain http. */
export const copyTrail = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(trailText());
    toast("След для поддержки скопирован: вставьте его в сообщение");
  } catch {
    toast("Браузер не даёт копировать на этой странице: след для поддержки не скопирован");
  }
};
