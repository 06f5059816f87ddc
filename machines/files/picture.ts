import type { ChosenFile } from "./upload.ts";

/** Picture of a draft: the stored one, a new file, or its removal. */
export interface Picture {
  /** URL of the stored picture, or an empty text. */
  readonly storedUrl: string;
  /** New file, which is sent with the save. */
  readonly file: ChosenFile | undefined;
  /** Id of the chosen file, because `File` objects cannot be compared by value. */
  readonly mark: string;
  readonly isRemoved: boolean;
  /** Whether a chosen file is still being checked. */
  readonly isBusy: boolean;
}

/** Returns the draft of a stored picture. */
export const storedPicture = (imageUrl: string | null | undefined): Picture => ({
  storedUrl: imageUrl ?? "",
  file: undefined,
  mark: "",
  isRemoved: false,
  isBusy: false,
});

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);

/** Returns the multipart form of a save. Null becomes an empty text, other values JSON; the picture becomes `imageFile` or `isRemoveImage`. */
export const toFormData = (fields: Readonly<Record<string, unknown>>, picture: Picture): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value));
  if (picture.file instanceof Blob) form.set("imageFile", picture.file);
  else if (picture.isRemoved) form.set("isRemoveImage", "true");
  return form;
};

/** `fetch` that reports the progress of the upload. */
export type Send = (request: Request) => Promise<Response>;

/** Returns the options that make the typed client send a form. A form with a picture is sent with `send`. */
export const toFormRequest = (form: FormData, picture: Picture, send: Send | undefined) => ({
  bodySerializer: () => form,
  ...(send && picture.file && { fetch: send }),
});
