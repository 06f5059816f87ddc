import { useState } from "react";
import { holdActors } from "#machines/files/hold.actors.ts";
import type { Picture } from "#machines/files/picture.ts";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import type { ChosenFile } from "#machines/files/upload.ts";
import { Bar, PictureBox } from "./PictureBox.tsx";

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
