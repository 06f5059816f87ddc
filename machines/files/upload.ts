/** A file as far as it is looked at before it is sent; a `File` is one. */
export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A picture that the server has taken, whose id can be given to a record, or a file that waits for the record's save. */
export interface UploadedPicture {
  readonly id: string;
  readonly url: string;
  readonly file?: ChosenFile;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** What the file dialog offers. */
export const ACCEPTED = TYPES.join(",");

/** Why a file is not even sent; undefined when it may be. The server looks at its content (decisions, section 11). */
export const fileProblem = ({ type, size }: ChosenFile): string | undefined => {
  if (!TYPES.includes(type)) return "Это не картинка. Выберите файл PNG, JPEG, WebP или GIF.";
  if (size > MAX_BYTES) return "Картинка больше 5 МБ. Выберите поменьше.";
  return size === 0 ? "Файл пуст. Выберите другой." : undefined;
};
