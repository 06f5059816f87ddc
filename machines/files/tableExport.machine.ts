import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/** File format of a table export. */
export type ExportFormat = "csv" | "xlsx";

/** File that the server has created. */
export interface MadeFile {
  readonly name: string;
  /** Content of the file, a `Blob` in the browser. */
  readonly data: unknown;
}

/** Export of a list to a table file. The user can cancel it. */
export const tableExportMachine = setup({
  types: {
    context: {} as { format: ExportFormat; failure: Failure | undefined },
    events: {} as
      | { type: "export.start"; format: ExportFormat }
      | { type: "export.cancel" }
      | { type: "failure.dismiss" },
    emitted: {} as { type: "file.ready"; file: MadeFile },
    tags: {} as "busy",
  },
  actors: { make: stub<MadeFile, { format: ExportFormat }>("make") },
  actions: {
    keepFormat: assign((_, format: ExportFormat) => ({ format, failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
    reportReady: emit((_, file: MadeFile) => ({ type: "file.ready" as const, file })),
  },
}).createMachine({
  id: "tableExport",
  context: { format: "xlsx", failure: undefined },
  initial: "idle",
  states: {
    idle: {
      on: {
        "export.start": { target: "making", actions: { type: "keepFormat", params: ({ event }) => event.format } },
        "failure.dismiss": { actions: "dismissFailure" },
      },
    },
    making: {
      tags: "busy",
      on: { "export.cancel": "idle" },
      invoke: {
        id: "make",
        src: "make",
        input: ({ context }) => ({ format: context.format }),
        onDone: { target: "idle", actions: { type: "reportReady", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepFailure", params: failureOf } },
      },
    },
  },
});
