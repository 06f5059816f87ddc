import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import {
  type ImportMutationReport,
  type ImportReport,
  type ImportRequest,
  importMutationMachine,
  isWritable,
  reasonNotToSendTable,
  type TableFile,
  type TableReason,
} from "./itemImport.ts";

/**
 * Input of the check of a table file before the import. `reportProgress` receives the uploaded fraction of the file, 0
 * to 1.
 */
export interface ImportCheck extends ImportRequest {
  readonly reportProgress: (fraction: number) => void;
}

interface Context {
  readonly scope: CatalogueOwner;
  readonly file: TableFile | undefined;
  /** Uploaded fraction of the file, 0 to 1. */
  readonly fraction: number;
  readonly report: ImportReport | undefined;
  /** Reason why the chosen file was not sent. */
  readonly reason: TableReason | undefined;
  readonly failure: Failure | undefined;
}

const requestOf = ({ scope, file }: Context): ImportRequest => {
  if (file === undefined) throw new Error("No file was chosen");
  return { scope, file };
};

/**
 * Import of dishes from a table file. The server checks every row, the user reviews the changes, and the server then
 * writes all rows or none.
 */
export const itemImportMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly scope: CatalogueOwner },
    events: {} as
      | { type: "file.choose"; file: TableFile }
      | { type: "upload.progress"; fraction: number }
      | { type: "import.cancel" }
      | { type: "import.retry" }
      | { type: "import.confirm" }
      | ImportMutationReport,
    emitted: {} as { type: "import.done"; report: ImportReport },
    tags: {} as "busy",
    children: {} as { write: "write" },
  },
  actors: {
    check: stub<ImportReport, ImportCheck>("check"),
    write: importMutationMachine,
  },
  guards: {
    isUnfit: (_, file: TableFile) => reasonNotToSendTable(file) !== undefined,
    isRefused: (_, failure: Failure) => failure.kind === "refused" || failure.kind === "missing",
    mayWrite: ({ context }) => context.report !== undefined && isWritable(context.report),
    isStillSending: ({ context }) => context.fraction < 1,
  },
  actions: {
    keepFile: assign((_, file: TableFile) => ({ file, report: undefined, reason: undefined, failure: undefined })),
    keepUnfit: assign((_, file: TableFile) => ({
      file: undefined,
      report: undefined,
      reason: reasonNotToSendTable(file),
      failure: undefined,
    })),
    startSending: assign({ fraction: 0, failure: undefined }),
    keepFraction: assign((_, fraction: number) => ({ fraction })),
    markSent: assign({ fraction: 1 }),
    keepReport: assign((_, report: ImportReport) => ({ report })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    forget: assign({ file: undefined, report: undefined, reason: undefined, failure: undefined }),
    reportDone: emit((_, report: ImportReport) => ({ type: "import.done", report })),
  },
}).createMachine({
  id: "itemImport",
  context: ({ input }) => ({
    scope: input.scope,
    file: undefined,
    fraction: 0,
    report: undefined,
    reason: undefined,
    failure: undefined,
  }),
  initial: "choosing",
  on: {
    "file.choose": [
      {
        guard: { type: "isUnfit", params: ({ event }) => event.file },
        target: ".refused",
        actions: { type: "keepUnfit", params: ({ event }) => event.file },
      },
      { target: ".checking", actions: { type: "keepFile", params: ({ event }) => event.file } },
    ],
  },
  states: {
    choosing: {},
    checking: {
      description: "The server checks every row and writes nothing.",
      tags: "busy",
      entry: "startSending",
      on: {
        "upload.progress": { actions: { type: "keepFraction", params: ({ event }) => event.fraction } },
        "import.cancel": { target: "choosing", actions: "forget" },
      },
      invoke: {
        id: "check",
        src: "check",
        input: ({ context, self }) => ({
          ...requestOf(context),
          reportProgress: (fraction) => self.send({ type: "upload.progress", fraction }),
        }),
        onDone: { target: "reviewing", actions: { type: "keepReport", params: outputOf } },
        onError: [
          {
            guard: { type: "isRefused", params: failureOf },
            target: "refused",
            actions: { type: "keepFailure", params: failureOf },
          },
          { target: "failed", actions: { type: "keepFailure", params: failureOf } },
        ],
      },
    },
    failed: {
      description: "The check was not answered. It wrote nothing, so it can be repeated.",
      on: { "import.retry": "checking", "import.cancel": { target: "choosing", actions: "forget" } },
    },
    reviewing: {
      description: "The user sees the changes and the errors; only a table without errors can be written.",
      on: {
        "import.confirm": { guard: "mayWrite", target: "importing" },
        "import.cancel": { target: "choosing", actions: "forget" },
      },
    },
    importing: {
      description:
        "The import can be cancelled only while the table is being sent. A table that was sent completely may be written already.",
      tags: "busy",
      entry: "startSending",
      invoke: {
        id: "write",
        src: "write",
        input: ({ context }) => ({ request: requestOf(context) }),
        onError: { target: "refused", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "file.choose": { description: "No other file is accepted until the outcome of this import is known." },
        "mutation.progress": { actions: { type: "keepFraction", params: ({ event }) => event.fraction } },
        "mutation.doubtful": {
          actions: "markSent",
          description:
            "The table may have been written although no answer came, so the same request is sent again to find out.",
        },
        "mutation.recorded": {
          target: "done",
          actions: [
            { type: "keepReport", params: ({ event }) => event.result },
            { type: "reportDone", params: ({ event }) => event.result },
          ],
        },
        "mutation.refused": {
          target: "refused",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "import.cancel": { guard: "isStillSending", target: "reviewing" },
      },
    },
    refused: {
      description: "The server did not accept the table and wrote nothing.",
      on: { "import.cancel": { target: "choosing", actions: "forget" } },
    },
    done: {},
  },
});
