import { holdActors } from "#machines/files/hold.actors.ts";
import type { Picture } from "#machines/files/picture.ts";
import { type ChosenFile, UnreadablePicture } from "#machines/files/upload.ts";
import { PictureBox, ProgressBar } from "./PictureBox.tsx";

const checkPicture = async (file: ChosenFile): Promise<void> => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture("The browser cannot decode the file");
  });
  picture.close();
};

const fingerprintOf = (file: ChosenFile | undefined): string =>
  file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : "";

/**
 * Picture field in a form. The file is sent with the form, in the part `imageFile`. The React `key` of the field must
 * contain the stored picture.
 */
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
  /** Uploaded fraction of the form, 0 to 1. Undefined before the first upload. */
  fraction: number | undefined;
  onChange: (picture: Picture) => void;
}) => {
  return (
    <div className="grid gap-1">
      <PictureBox
        label={label}
        storedUrl={value.storedUrl || undefined}
        error={error}
        createActors={() => holdActors(checkPicture)}
        onChange={({ file, isRemoved, isBusy }) => {
          const next = { ...value, file, mark: fingerprintOf(file), isRemoved, isBusy };
          if (JSON.stringify(next) !== JSON.stringify(value)) onChange(next);
        }}
      />
      {fraction !== undefined && fraction < 1 && (
        <p role="status" className="flex items-center gap-2 text-sm">
          <ProgressBar label={`Отправка: ${label}`} percent={Math.round(fraction * 100)} />
          Отправляется
        </p>
      )}
    </div>
  );
};
