import { fromPromise } from "xstate";
import type { UploadInput } from "./upload.machine.ts";
import type { ChosenFile, UploadedPicture } from "./upload.ts";

/** Function that rejects if the browser cannot show the picture file. */
export type CheckPicture = (file: ChosenFile) => Promise<void>;

/**
 * Returns upload actors that check the chosen file but do not upload it. The form sends the file later, in its save
 * request.
 */
export const holdActors = (check: CheckPicture) => ({
  upload: fromPromise(async ({ input: { file } }: { input: UploadInput }): Promise<UploadedPicture> => {
    if (!file) throw new Error("No file was chosen");
    await check(file);
    return { id: "", url: "", file };
  }),
});
