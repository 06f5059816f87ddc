import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

/** Asks one question; the focus is on 'Нет'. */
export const Confirm = ({
  title,
  question,
  isBusy = false,
  onYes,
  onNo,
}: {
  title: string;
  question: string;
  isBusy?: boolean;
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
        <Button kind="danger" why={isBusy && "Выполняется"} onClick={onYes}>
          Да
        </Button>
      </>
    }
  >
    <p>{question}</p>
  </Dialog>
);
