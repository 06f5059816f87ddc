import { toast } from "../ui/toast.ts";
import { trailText } from "./trailText.ts";

/**
 * Copies the recorded steps of the machines for a support request, and shows a toast with the result. Copying fails on
 * plain http pages, because browsers permit it only on https pages.
 */
export const copyTrail = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(trailText());
    toast("След для поддержки скопирован: вставьте его в сообщение");
  } catch {
    toast("Браузер не даёт копировать на этой странице: след для поддержки не скопирован");
  }
};
