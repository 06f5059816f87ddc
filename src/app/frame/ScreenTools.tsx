import { useLocation } from "wouter";
import { useCommands } from "../keyboard/commands.ts";
import { useIsOffered } from "../services/useIsOffered.ts";
import { copyTrail } from "../trail/copyTrail.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { RolePreviewBar } from "./RolePreviewBar.tsx";

/**
 * Parts of every screen that are loaded after the first data are shown: toasts, support commands, and the bar of a role
 * preview.
 */
export const ScreenTools = () => {
  const [path, navigate] = useLocation();
  const isOffered = useIsOffered("POST /api/Feedback");
  const ask = () => navigate(`/Feedback/New?${new URLSearchParams({ page: path })}`);
  useCommands([
    { title: "Скопировать след для поддержки", keys: "Ctrl+.", scope: "always", run: copyTrail },
    ...(isOffered ? [{ title: "Задать вопрос о странице", run: ask }] : []),
  ]);
  return (
    <>
      <RolePreviewBar />
      <Toasts />
    </>
  );
};
