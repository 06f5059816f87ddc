import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

/** Dialog with a text and a button that copies the text. The children are shown above the text. */
export const CopyDialog = ({
  title,
  label,
  text,
  onClose,
  children,
}: {
  title: string;
  label: string;
  text: string;
  onClose: () => void;
  children: ReactNode;
}) => {
  const [status, setStatus] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus("Скопировано.");
    } catch {
      setStatus("Браузер не дал скопировать. Выделите текст и нажмите Ctrl+C.");
    }
  };
  return (
    <Dialog
      title={title}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" data-autofocus onClick={() => void copy()}>
            Скопировать
          </Button>
        </>
      }
    >
      {children}
      <Field label={label}>
        {(control) => (
          <input {...control} readOnly value={text} className="field" onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {status}
      </p>
    </Dialog>
  );
};
