/** File properties that are checked before the upload. */
export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Chosen picture. It has an `id` and a `url` after an upload, or a `file` if it is sent later in a save request. */
export interface UploadedPicture {
  readonly id: string;
  readonly url: string;
  readonly file?: ChosenFile;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** Media types for the `accept` attribute of the file input. */
export const ACCEPTED = TYPES.join(",");

/** Reason why a picture file is not uploaded. */
export type FileReason = "notPicture" | "tooLarge" | "empty" | "notReadable";

/** Error thrown when a picture file cannot be decoded. */
export class UnreadablePicture extends Error {}

/**
 * Returns the reason why a picture file cannot be uploaded, or undefined if there is none. The server checks the
 * content too (decisions, section 11).
 */
export const reasonNotToUpload = ({ type, size }: ChosenFile): FileReason | undefined => {
  if (!TYPES.includes(type)) return "notPicture";
  if (size > MAX_BYTES) return "tooLarge";
  return size === 0 ? "empty" : undefined;
};
