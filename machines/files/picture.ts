import type { ChosenFile } from "./upload.ts";

/** Picture in a draft: the stored picture, a new file, or a removed picture. */
export interface Picture {
  /** URL of the stored picture. Empty if there is none. */
  readonly storedUrl: string;
  /** New file, which is sent when the entry is saved. */
  readonly file: ChosenFile | undefined;
  /** Id of the chosen file. Drafts are compared by it, because `File` objects cannot be compared by value. */
  readonly mark: string;
  readonly isRemoved: boolean;
  /** True while a chosen file is being checked. */
  readonly isBusy: boolean;
}

/** Returns the picture field of a new draft: the stored picture, or none, without a new file. */
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
 * Returns the multipart form of a save. Null becomes an empty string, other values become JSON, and the picture becomes
 * `imageFile` or `isRemoveImage`.
 */
export const toFormData = (fields: Readonly<Record<string, unknown>>, picture: Picture): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value));
  if (picture.file instanceof Blob) form.set("imageFile", picture.file);
  else if (picture.isRemoved) form.set("isRemoveImage", "true");
  return form;
};

/** Replacement for `fetch` that reports the upload progress to the callback with which it was created. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Returns the request options that make the typed API client send a multipart form. If the form has a new picture,
 * `send` replaces `fetch`.
 */
export const toFormRequest = (form: FormData, picture: Picture, send: Send | undefined) => ({
  bodySerializer: () => form,
  ...(send && picture.file && { fetch: send }),
});
