import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";

/** Shows a one-time link to set a password, this once; `path` is the server's. */
export const LinkOnce = ({ title, path, onClose }: { title: string; path: string; onClose: () => void }) => {
  const [said, setSaid] = useState("");
  const link = location.origin + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Ссылка скопирована.");
    } catch {
      setSaid("Браузер не дал скопировать. Выделите ссылку и нажмите Ctrl+C.");
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
      <p className="mb-3">
        Передайте ссылку самому пользователю. Она работает один раз и сутки, а показана только сейчас.
      </p>
      <Field label="Ссылка для пароля">
        {(control) => (
          <input {...control} readOnly value={link} className="field" onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {said}
      </p>
    </Dialog>
  );
};
