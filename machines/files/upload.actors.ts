import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { UploadInput } from "./upload.machine.ts";
import type { UploadedPicture } from "./upload.ts";

/** Sends a request and tells how much of its body is gone, 0 to 1. */
export type UploadFetch = (report: (fraction: number) => void) => (request: Request) => Promise<Response>;

const toFormData = (file: unknown): FormData => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const form = new FormData();
  form.set("data", file);
  return form;
};

/** How a picture is sent: for a company, or for the user himself while the company is yet to be added. */
export const uploadActors = (api: Api, companyId: number | undefined, fetchWith: UploadFetch) => ({
  upload: fromPromise(
    async ({
      input: { file, report },
      signal,
    }: {
      input: UploadInput;
      signal: AbortSignal;
    }): Promise<UploadedPicture> => {
      const form = toFormData(file);
      // The description calls a file a text; what is sent is the form.
      const request = { body: { data: "" }, bodySerializer: () => form, fetch: fetchWith(report), signal };
      if (companyId === undefined) return unwrap(api.POST("/api/File", request));
      const params = { path: { companyId } };
      return unwrap(api.POST("/api/File/Company/{companyId}", { ...request, params }));
    },
  ),
});
