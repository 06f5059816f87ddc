import { useCommands } from "../keyboard/commands.ts";
import { copyTrailCommand } from "../trail/copyTrailCommand.ts";
import { Toasts } from "../ui/Toasts.tsx";

/** Commands and toasts of a screen without a frame. */
export const FramelessTools = () => {
  useCommands([copyTrailCommand]);
  return <Toasts />;
};
