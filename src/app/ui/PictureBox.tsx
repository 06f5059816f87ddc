import { useSelector } from "@xstate/react";
import { ImageOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import { ACCEPTED, type ChosenFile, type FileReason } from "#machines/files/upload.ts";
import { failureText } from "../services/failureText.ts";
import { type ProvidableActors, useProvidedActor } from "../shared/useProvidedActor.ts";
import { Button } from "./Button.tsx";

/** Choice of the user in a picture field: a new picture (its id or its file), or the removal of the stored picture. */
export interface PictureChoice {
  readonly newId: string | undefined;
  readonly file: ChosenFile | undefined;
  readonly isRemoved: boolean;
  /**
   * True while a file is being uploaded or checked. The form must not be saved during this time, because the file would
   * be missing.
   */
  readonly isBusy: boolean;
}

const reasonTexts: Readonly<Record<FileReason, string>> = {
  notPicture: "Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.",
  tooLarge: "Картинка больше 5 МБ. Выберите поменьше.",
  empty: "Файл пуст. Выберите другой.",
  notReadable: "Это не картинка или она повреждена. Выберите другой файл.",
};

/**
 * Returns an object URL of a file, or undefined if there is no file. The URL is revoked when the file changes and when
 * the component unmounts.
 */
const usePreview = (file: unknown): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!(file instanceof Blob)) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
};

/** Bar for the progress of an upload, 0 to 100 per cent. */
export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <progress aria-label={label} className="h-2 w-40 accent-accent" max={100} value={percent} />
);

export interface PictureFieldProps {
  label: string;
  storedUrl: string | undefined;
  /** Error message of the form's validation. */
  error?: string | undefined;
}

/**
 * Picture field with preview, choice of a file, progress, cancel and removal. Changes of `storedUrl` and `createActors`
 * after the first render have no effect.
 */
export const PictureBox = ({
  label,
  storedUrl,
  error,
  createActors,
  onChange,
}: PictureFieldProps & {
  createActors: () => ProvidableActors<typeof uploadMachine>;
  onChange: (choice: PictureChoice) => void;
}) => {
  const upload = useProvidedActor(uploadMachine, createActors, { storedUrl });
  const state = useSelector(upload, (snapshot) => snapshot);
  const { file, fraction, uploaded, isRemoved, reason, failure } = state.context;
  const problem = reason ? reasonTexts[reason] : failureText(failure);
  const isBusy = state.hasTag("busy");
  const preview = usePreview(file ?? uploaded?.file);
  const picker = useRef<HTMLInputElement>(null);
  const newId = uploaded?.id;
  const chosenFile = uploaded?.file;
  const notify = useEffectEvent(onChange);
  useEffect(() => notify({ newId, file: chosenFile, isRemoved, isBusy }), [newId, chosenFile, isRemoved, isBusy]);
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
              <ProgressBar label={`Загрузка: ${label}`} percent={percent} />
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
