import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/**
 * Question whether the goods of a document were already on the shelf during a later count. 'Да' has the focus, because
 * delivered goods are usually counted.
 */
export const ShelfQuestion = ({
  message,
  onAnswer,
  onClose,
}: {
  message: string | undefined;
  onAnswer: (isOnShelf: boolean) => void;
  onClose: () => void;
}) => (
  <Dialog
    title="Товар уже лежал на складе, когда его считали?"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Не проводить</Button>
        <Button onClick={() => onAnswer(false)}>Нет</Button>
        <Button kind="primary" data-autofocus onClick={() => onAnswer(true)}>
          Да
        </Button>
      </>
    }
  >
    <p className="mb-2 wrap-anywhere">{message}</p>
    <p className="text-sm text-muted">
      «Да»: остаток после подсчёта не изменится. «Нет»: товар прибавится к посчитанному.
    </p>
  </Dialog>
);
