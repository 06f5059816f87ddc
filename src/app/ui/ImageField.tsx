import { useActorRef, useSelector } from "@xstate/react";
import { ImageOff } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { holdActors } from "#machines/files/hold.actors.ts";
import type { Picture } from "#machines/files/picture.ts";
import { uploadActors } from "#machines/files/upload.actors.ts";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import { ACCEPTED, type ChosenFile } from "#machines/files/upload.ts";
import { useServices } from "../context.ts";
import { reportingFetch } from "../upload.ts";
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

const Bar = ({ label, percent }: { label: string; percent: number }) => (
  <progress aria-label={label} className="h-2 w-40 accent-accent" max={100} value={percent} />
);

/** What the server has, and what is said of it. */
interface Shown {
  label: string;
  storedUrl: string | undefined;
  /** What the form has against it. */
  error?: string | undefined;
}

/** A picture of a record: preview, choice of a file, progress with cancel, removal. Reads `storedUrl` and `machine` once. */
const PictureBox = ({
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

/** A picture that is sent as soon as it is chosen; the record's save names it. Reads `storedUrl` and `companyId` once. */
export const ImageField = ({
  companyId,
  ...shown
}: Shown & {
  /** Without it the picture is for something that is yet to be added. */
  companyId: number | undefined;
  onChange: (choice: PictureChoice) => void;
}) => {
  const { api, fetchBy } = useServices();
  const [machine] = useState(() =>
    uploadMachine.provide({ actors: uploadActors(api, companyId, reportingFetch(fetchBy)) }),
  );
  return <PictureBox {...shown} machine={machine} />;
};

const lookAt = async (file: ChosenFile): Promise<void> => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("Это не картинка или она повреждена. Выберите другой файл.");
  });
  picture.close();
};

const markOf = (file: ChosenFile | undefined): string =>
  file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : "";

/** A picture that the record's own save carries as its part `imageFile`; `fraction` says how much of a save is sent. Give it a `key` of the stored picture. */
export const FormImageField = ({
  label,
  value,
  error,
  fraction,
  onChange,
}: {
  label: string;
  value: Picture;
  error?: string | undefined;
  fraction: number | undefined;
  onChange: (picture: Picture) => void;
}) => {
  const [machine] = useState(() => uploadMachine.provide({ actors: holdActors(lookAt) }));
  return (
    <div className="grid gap-1">
      <PictureBox
        label={label}
        storedUrl={value.storedUrl || undefined}
        error={error}
        machine={machine}
        onChange={({ file, isRemoved, isBusy }) => {
          const next = { ...value, file, mark: markOf(file), isRemoved, isBusy };
          if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
        }}
      />
      {fraction !== undefined && fraction < 1 && (
        <p role="status" className="flex items-center gap-2 text-sm">
          <Bar label={`Отправка: ${label}`} percent={Math.round(fraction * 100)} />
          Отправляется
        </p>
      )}
    </div>
  );
};
