import { useCommands } from "../keyboard/commands.ts";
import { copyTrail } from "../trail/copyTrail.ts";
import { Toasts } from "../ui/Toasts.tsx";

/** Toasts, and the command that copies recorded steps, for every screen. Their code is loaded after the first data. */
export const ScreenTools = () => {
  useCommands([{ title: "Скопировать след для поддержки", keys: "Ctrl+.", scope: "always", run: copyTrail }]);
  return <Toasts />;
};
