import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** The question before something is done to a row; the focus is on 'Нет' (platform, section 4). */
export const ConfirmCommand = ({
  title,
  question,
  onYes,
  onNo,
}: {
  title: string;
  question: ReactNode;
  onYes: () => void;
  onNo: () => void;
}) => (
  <Dialog
    title={title}
    onClose={onNo}
    actions={
      <>
        <Button data-autofocus onClick={onNo}>
          Нет
        </Button>
        <Button kind="danger" onClick={onYes}>
          Да
        </Button>
      </>
    }
  >
    <p className="wrap-anywhere">{question}</p>
  </Dialog>
);
