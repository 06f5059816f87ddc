import { fromPromise } from "xstate";
import type { UploadInput } from "./upload.machine.ts";
import type { ChosenFile, UploadedPicture } from "./upload.ts";

/** Checks that a file can be shown; rejects when it cannot. */
export type CheckPicture = (file: ChosenFile) => Promise<void>;

/** Returns upload actors that do not upload: they check the chosen file and return it. The form sends the file in the same request as its entry. */
export const holdActors = (check: CheckPicture) => ({
  upload: fromPromise(async ({ input: { file } }: { input: UploadInput }): Promise<UploadedPicture> => {
    if (!file) throw new Error("No file was chosen");
    await check(file);
    return { id: "", url: "", file };
  }),
});
