import type { ChosenFile } from "./upload.ts";

/** Picture field in a draft. The user can keep the stored picture, choose a new file, or remove the picture. */
export interface Picture {
  /** URL of the picture on the server. Empty if there is no picture. */
  readonly storedUrl: string;
  /** New file. It is sent in the save request of the form. */
  readonly file: ChosenFile | undefined;
  /** Id of the chosen file. Drafts are compared by this id, because `File` objects cannot be compared by value. */
  readonly mark: string;
  readonly isRemoved: boolean;
  /** True while a chosen file is being checked. */
  readonly isBusy: boolean;
}

/** Returns the initial picture field of a draft, without changes of the user. */
export const storedPicture = (imageUrl: string | null | undefined): Picture => ({
  storedUrl: imageUrl ?? "",
  file: undefined,
  mark: "",
  isRemoved: false,
  isBusy: false,
});

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);

/**
 * Converts the fields of a save request into a multipart form: null becomes an empty string, undefined is omitted, and
 * values other than strings become JSON. A new picture becomes `imageFile`, and a removed picture becomes
 * `isRemoveImage`.
 */
export const toFormData = (fields: Readonly<Record<string, unknown>>, picture: Picture): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value));
  if (picture.file instanceof Blob) form.set("imageFile", picture.file);
  else if (picture.isRemoved) form.set("isRemoveImage", "true");
  return form;
};

/** Replacement for `fetch` that reports the progress of the upload. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Returns the request options that make the typed API client send a multipart form. `send` replaces `fetch` if there is
 * a new picture to upload.
 */
export const toFormRequest = (form: FormData, picture: Picture, send: Send | undefined) => ({
  bodySerializer: () => form,
  ...(send && picture.file && { fetch: send }),
});
