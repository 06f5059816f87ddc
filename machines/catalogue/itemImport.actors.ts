import { fromPromise } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import type { ReportingFetch } from "#machines/files/upload.actors.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import type { ImportRequest } from "./itemImport.machine.ts";
import type { ImportAnswer, ImportReport, TableFile } from "./itemImport.ts";

const formOf = (file: TableFile | undefined): FormData => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const form = new FormData();
  form.set("file", file);
  return form;
};

const send = (
  api: Api,
  scope: CatalogueScope,
  { file, key, report }: ImportRequest,
  how: { dryRun: boolean; fetchWith: ReportingFetch; signal: AbortSignal },
): Promise<ImportReport> => {
  const form = formOf(file);
  // The description calls a file a text; what is sent is the form.
  const request = { body: { file: "" }, bodySerializer: () => form, fetch: how.fetchWith(report), signal: how.signal };
  const given = { header: { "Idempotency-Key": key }, query: { dryRun: how.dryRun } };
  return "companyId" in scope
    ? unwrap(api.POST("/api/Item/Company/{companyId}/Import", { params: { path: scope, ...given }, ...request }))
    : unwrap(
        api.POST("/api/Item/CompanyGroup/{companyGroupId}/Import", { params: { path: scope, ...given }, ...request }),
      );
};

/** What is wrong in the table is named by its row; a field of the request has a name that says nothing to people. */
const wordsOf = ({ message, errors }: ApiProblem): string =>
  [
    message,
    ...Object.entries(errors).map(([place, text]) => (place.startsWith("Строка") ? `${place}: ${text}` : text)),
  ].join("\n");

/** How a table is looked at and written; what the server refuses is an outcome; silence, a fault and an answer that cannot be read are thrown. */
export const itemImportActors = (api: Api, scope: CatalogueScope, fetchWith: ReportingFetch) => {
  const actor = (dryRun: boolean) =>
    fromPromise(async ({ input, signal }: { input: ImportRequest; signal: AbortSignal }): Promise<ImportAnswer> => {
      try {
        return { type: "reported", report: await send(api, scope, input, { dryRun, fetchWith, signal }) };
      } catch (failure) {
        if (failure instanceof ApiProblem && failure.status >= 400 && failure.status < 500)
          return { type: "refused", message: wordsOf(failure) };
        throw failure;
      }
    });
  return { check: actor(true), write: actor(false) };
};
