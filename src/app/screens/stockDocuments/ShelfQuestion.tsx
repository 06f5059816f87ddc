import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { type DocumentTexts, deliveredGoodsTexts } from "./documentTexts.ts";

/**
 * Question for a document that is dated before an inventory: were its goods already moved when the inventory counted
 * them? 'Да' has the focus, because the answer is usually yes.
 */
export const ShelfQuestion = ({
  texts,
  message,
  onAnswer,
  onClose,
}: {
  texts: DocumentTexts;
  message: string | undefined;
  onAnswer: (isOnShelf: boolean) => void;
  onClose: () => void;
}) => {
  const { title, hint } = texts.shelf ?? deliveredGoodsTexts;
  return (
    <Dialog
      title={title}
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
      <p className="text-sm text-muted">{hint}</p>
    </Dialog>
  );
};
