import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { SendInput } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import type { UploadFetch } from "#machines/files/upload.actors.ts";
import type { ImportCheck } from "./itemImport.machine.ts";
import { type ImportReport, type ImportRequest, importMutationMachine, type TableFile } from "./itemImport.ts";

/** Dependencies of the actors that import dishes. */
export interface ImportParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
  readonly fetchWith: UploadFetch;
}

interface Sent {
  readonly key: string;
  readonly isDryRun: boolean;
  readonly reportProgress: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

const toFormData = (file: TableFile): FormData => {
  if (!(file instanceof Blob)) throw new Error("No file was chosen");
  const form = new FormData();
  form.set("file", file);
  return form;
};

const send = (
  { api, fetchWith }: ImportParts,
  { scope, file }: ImportRequest,
  { key, isDryRun, reportProgress, signal }: Sent,
): Promise<ImportReport> => {
  const form = toFormData(file);
  // The OpenAPI types declare the file as a string, so `body` contains an empty string. `bodySerializer` sends the
  // multipart form instead of `body`.
  const request = {
    body: { file: "" },
    bodySerializer: () => form,
    fetch: fetchWith(reportProgress),
    ...(signal && { signal }),
  };
  const given = { header: { "Idempotency-Key": key }, query: { dryRun: isDryRun } };
  return "companyId" in scope
    ? unwrap(api.POST("/api/Item/Company/{companyId}/Import", { params: { path: scope, ...given }, ...request }))
    : unwrap(
        api.POST("/api/Item/CompanyGroup/{companyGroupId}/Import", { params: { path: scope, ...given }, ...request }),
      );
};

type ImportOutcome = MutationOutcome<ImportReport, never>;

const write = async (
  parts: ImportParts,
  { key, request }: MutationIntent<ImportRequest>,
  reportProgress: (fraction: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ImportOutcome> => {
  try {
    const sent = { key, isDryRun: false, reportProgress, ...(signal && { signal }) };
    return { kind: "recorded", result: await send(parts, request, sent) };
  } catch (error) {
    return failedOutcome(error);
  }
};

/** Returns the actors of the dish import. An unanswered write is sent again under the same idempotency key. */
export const itemImportActors = (parts: ImportParts) => ({
  check: fromPromise<ImportReport, ImportCheck>(({ input: { reportProgress, ...request }, signal }) =>
    send(parts, request, { key: parts.newKey(), isDryRun: true, reportProgress, signal }),
  ),
  write: importMutationMachine.provide({
    actors: unstoredMutationActors(parts, {
      send: ({ reportProgress, ...intent }: SendInput<ImportRequest>, signal) =>
        write(parts, intent, reportProgress, signal),
      verify: (intent) => write(parts, intent),
    }),
  }),
});
