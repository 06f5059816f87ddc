import { useCommands } from "../commands.ts";
import { toast } from "../ui/toast.ts";
import { record, trailText } from "./trail.ts";

const copy = async () => {
  await navigator.clipboard.writeText(await trailText());
  toast("След для поддержки скопирован: вставьте его в сообщение");
};

/** What keeps the steps of a screen's machine, and the command that copies the last of them, masked, for whoever is asked for help. */
export const useTrail = (): typeof record => {
  useCommands([{ title: "Скопировать след для поддержки", run: () => void copy() }]);
  return record;
};
