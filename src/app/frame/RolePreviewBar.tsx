import { useSelector } from "@xstate/react";
import { useLocation } from "wouter";
import { useServices } from "../services/context.ts";
import { Button } from "../ui/Button.tsx";

/**
 * Bar that is shown while the user previews a company with the permissions of a role. A button ends the preview and
 * opens the list of roles.
 */
export const RolePreviewBar = () => {
  const { shell } = useServices();
  const preview = useSelector(shell, ({ context }) => context.preview);
  const [, navigate] = useLocation();
  if (!preview) return null;
  const end = () => {
    shell.send({ type: "preview.end" });
    navigate(`/Company/${preview.companyId}/RoleCompany`);
  };
  return (
    <div
      role="status"
      className="fixed bottom-float left-1/2 z-30 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-4 py-2 text-sm shadow-float"
    >
      <span>Вы смотрите как роль «{preview.roleName}». Записи по-прежнему от вашего имени.</span>
      <Button kind="primary" onClick={end}>
        Вернуться к своим правам
      </Button>
    </div>
  );
};
