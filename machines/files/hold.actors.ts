import { fromPromise } from "xstate";
import type { UploadInput } from "./upload.machine.ts";
import type { ChosenFile, UploadedPicture } from "./upload.ts";

/** Checks that the browser can show a picture file. Rejects if it cannot. */
export type CheckPicture = (file: ChosenFile) => Promise<void>;

/**
 * Returns upload actors that check the chosen file but do not upload it. The form sends the file later in the request
 * that saves the entry.
 */
export const holdActors = (check: CheckPicture) => ({
  upload: fromPromise(async ({ input: { file } }: { input: UploadInput }): Promise<UploadedPicture> => {
    if (!file) throw new Error("No file was chosen");
    await check(file);
    return { id: "", url: "", file };
  }),
});
