import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

/** Dialog in which the user confirms an action on a document and types the reason. */
export const ReasonDialog = ({
  title,
  question,
  onYes,
  onNo,
}: {
  title: string;
  question: string;
  onYes: (reason: string) => void;
  onNo: () => void;
}) => {
  const [text, setText] = useState("");
  const reason = text.trim();
  return (
    <Dialog
      title={title}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>Нет</Button>
          <Button kind="danger" why={reason === "" && "Напишите причину"} onClick={() => onYes(reason)}>
            Да
          </Button>
        </>
      }
    >
      <p className="mb-3 wrap-anywhere">{question}</p>
      <TextArea label="Причина" isRequired data-autofocus maxLength={300} value={text} onText={setText} />
    </Dialog>
  );
};
