import { useActorRef, useSelector } from "@xstate/react";
import { ImageOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { uploadMachine } from "#machines/files/upload.machine.ts";
import { ACCEPTED, type ChosenFile } from "#machines/files/upload.ts";
import { Button } from "./Button.tsx";

/** What a form saves of its picture: the id or the file of a new one, or that the stored one goes. */
export interface PictureChoice {
  readonly newId: string | undefined;
  readonly file: ChosenFile | undefined;
  readonly isRemoved: boolean;
  /** A file is on its way; a save would leave it behind. */
  readonly isBusy: boolean;
}

/** The address of a chosen file for as long as it is shown. */
const usePreview = (file: unknown): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(file instanceof Blob)) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};

/** How much of a file is gone. */
export const Bar = ({ label, percent }: { label: string; percent: number }) => (
  <progress aria-label={label} className="h-2 w-40 accent-accent" max={100} value={percent} />
);

/** What the server has, and what is said of it. */
export interface Shown {
  label: string;
  storedUrl: string | undefined;
  /** What the form has against it. */
  error?: string | undefined;
}

/** A picture of a record: preview, choice of a file, progress with cancel, removal. Reads `storedUrl` and `machine` once. */
export const PictureBox = ({
  label,
  storedUrl,
  error,
  machine,
  onChange,
}: Shown & { machine: typeof uploadMachine; onChange: (choice: PictureChoice) => void }) => {
  const upload = useActorRef(machine, { input: { storedUrl } });
  const state = useSelector(upload, (snapshot) => snapshot);
  const { file, fraction, uploaded, isRemoved, problem } = state.context;
  const isBusy = state.hasTag("busy");
  const preview = usePreview(file ?? uploaded?.file);
  const picker = useRef<HTMLInputElement>(null);
  const newId = uploaded?.id;
  const held = uploaded?.file;
  const tell = useEffectEvent(onChange);
  useEffect(() => tell({ newId, file: held, isRemoved, isBusy }), [newId, held, isRemoved, isBusy]);
  const shown = preview ?? uploaded?.url ?? (isRemoved ? undefined : storedUrl);
  const percent = Math.round(fraction * 100);
  return (
    <fieldset>
      <legend className="mb-0.5 text-xs text-muted">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken text-muted">
          {shown ? (
            <img src={shown} alt={`${label}: как есть`} className="max-h-full max-w-full object-contain" />
          ) : (
            <ImageOff size={20} aria-hidden />
          )}
        </span>
        <div className="grid gap-1.5">
          {isBusy ? (
            <span className="flex items-center gap-2 text-sm">
              <Bar label={`Загрузка: ${label}`} percent={percent} />
              <span className="w-10 text-right">{percent} %</span>
              <Button onClick={() => upload.send({ type: "upload.cancel" })}>Отменить</Button>
            </span>
          ) : (
            <span className="flex flex-wrap items-center gap-2">
              <Button onClick={() => picker.current?.click()}>{shown ? "Заменить" : "Выбрать файл"}</Button>
              {state.can({ type: "picture.remove" }) && (
                <Button onClick={() => upload.send({ type: "picture.remove" })}>Убрать</Button>
              )}
              {state.can({ type: "picture.restore" }) && (
                <Button onClick={() => upload.send({ type: "picture.restore" })}>Вернуть прежний</Button>
              )}
              {state.can({ type: "upload.retry" }) && (
                <Button onClick={() => upload.send({ type: "upload.retry" })}>Повторить</Button>
              )}
            </span>
          )}
          {problem || error ? (
            <p role="alert" className="text-xs text-negative">
              {problem ?? error}
            </p>
          ) : (
            <p role="status" className="text-xs text-muted">
              {uploaded
                ? `${uploaded.file ? "Выбрано" : "Загружено"}. Появится после сохранения.`
                : isRemoved
                  ? "Будет убран после сохранения."
                  : "PNG, JPEG, WebP или GIF до 5 МБ"}
            </p>
          )}
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        className="hidden"
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = "";
          if (chosen) upload.send({ type: "file.choose", file: chosen });
        }}
      />
    </fieldset>
  );
};
