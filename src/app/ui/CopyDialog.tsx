import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";

/** Shows a text that is to be copied, with what is said before it as children. */
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
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Скопировано.");
    } catch {
      setSaid("Браузер не дал скопировать. Выделите текст и нажмите Ctrl+C.");
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
        {said}
      </p>
    </Dialog>
  );
};
