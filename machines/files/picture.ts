import type { ChosenFile } from "./upload.ts";

/** What a draft says of its record's picture. */
export interface Picture {
  /** Address of the stored one, an empty text where there is none. */
  readonly storedUrl: string;
  /** A new one, which the save carries. */
  readonly file: ChosenFile | undefined;
  /** Tells one file from another where files cannot be compared. */
  readonly mark: string;
  readonly isRemoved: boolean;
  /** A chosen file is still being looked at. */
  readonly isBusy: boolean;
}

/** The picture of a record as it is stored. */
export const storedPicture = (imageUrl: string | null | undefined): Picture => ({
  storedUrl: imageUrl ?? "",
  file: undefined,
  mark: "",
  isRemoved: false,
  isBusy: false,
});

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);

/** The form of a save: texts as they are, null as an empty text, everything else as JSON; with the picture's part `imageFile` and `isRemoveImage`. */
export const toFormData = (fields: Readonly<Record<string, unknown>>, picture: Picture): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value));
  if (picture.file instanceof Blob) form.set("imageFile", picture.file);
  else if (picture.isRemoved) form.set("isRemoveImage", "true");
  return form;
};

/** Sends a request whose progress is watched. */
export type Send = (request: Request) => Promise<Response>;

/** How the typed client sends a form: as it is, watched where it carries a picture. */
export const toFormRequest = (form: FormData, picture: Picture, send: Send | undefined) => ({
  bodySerializer: () => form,
  ...(send && picture.file && { fetch: send }),
});
