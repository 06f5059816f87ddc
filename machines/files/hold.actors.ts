import { fromPromise } from "xstate";
import type { UploadInput } from "./upload.machine.ts";
import type { ChosenFile, UploadedPicture } from "./upload.ts";

/** Looks at a file; rejects one that cannot be shown. */
export type LookAt = (file: ChosenFile) => Promise<void>;

/** For a record whose save carries the picture itself: a chosen file is looked at and kept, not sent. */
export const holdActors = (lookAt: LookAt) => ({
  upload: fromPromise(async ({ input: { file } }: { input: UploadInput }): Promise<UploadedPicture> => {
    if (!file) throw new Error("No file was chosen");
    await lookAt(file);
    return { id: "", url: "", file };
  }),
});
