import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/**
 * Dialog that asks the user to confirm a command, with the focus on 'Нет' (platform, section 4). The dialog stays open
 * while the command runs.
 */
export const ConfirmCommand = ({
  title,
  question,
  isRunning = false,
  why,
  onYes,
  onNo,
}: {
  title: string;
  question: ReactNode;
  isRunning?: boolean;
  /** Reason why the command cannot be confirmed. */
  why?: string | undefined;
  onYes: () => void;
  onNo: () => void;
}) => {
  const busyReason = isRunning && "Выполняется";
  return (
    <Dialog
      title={title}
      onClose={() => !isRunning && onNo()}
      actions={
        <>
          <Button data-autofocus why={busyReason} onClick={onNo}>
            Нет
          </Button>
          <Button kind="danger" why={busyReason || why} onClick={onYes}>
            Да
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{question}</p>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {isRunning && "Выполняем…"}
      </p>
    </Dialog>
  );
};
