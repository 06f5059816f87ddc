import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { UploadInput } from "./upload.machine.ts";
import type { UploadedPicture } from "./upload.ts";

/**
 * Function that returns a `fetch`. This `fetch` passes the uploaded fraction of the request body (0 to 1) to `report`.
 */
export type UploadFetch = (report: (fraction: number) => void) => (request: Request) => Promise<Response>;

const toFormData = (file: unknown): FormData => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const form = new FormData();
  form.set("data", file);
  return form;
};

/**
 * Returns the actors of an upload. Without a company id the file belongs to the user, for example the logo of a company
 * that is not created yet.
 */
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
      // The OpenAPI types declare the file as a string, so `body` contains an empty string. `bodySerializer` sends the
      // multipart form instead of `body`.
      const request = { body: { data: "" }, bodySerializer: () => form, fetch: fetchWith(report), signal };
      if (companyId === undefined) return unwrap(api.POST("/api/File", request));
      const params = { path: { companyId } };
      return unwrap(api.POST("/api/File/Company/{companyId}", { ...request, params }));
    },
  ),
});
