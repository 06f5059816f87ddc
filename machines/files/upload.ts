/** Properties of a `File` that are checked before it is sent. */
export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Picture on the server, whose id is saved with a record; or a file that is sent with the record. */
export interface UploadedPicture {
  readonly id: string;
  readonly url: string;
  readonly file?: ChosenFile;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** Types that the file dialog offers. */
export const ACCEPTED = TYPES.join(",");

/** Reason why a file is not sent. */
export type FileReason = "notPicture" | "tooLarge" | "empty" | "notReadable";

/** Error of a file that has the type of a picture but cannot be shown. */
export class UnreadablePicture extends Error {}

/** Returns the reason why a file is not sent. The server checks its content (decisions, section 11). */
export const reasonNotToUpload = ({ type, size }: ChosenFile): FileReason | undefined => {
  if (!TYPES.includes(type)) return "notPicture";
  if (size > MAX_BYTES) return "tooLarge";
  return size === 0 ? "empty" : undefined;
};
