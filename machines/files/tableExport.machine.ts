import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/** File format of a table export. */
export type ExportFormat = "csv" | "xlsx";

/** File that the server or the browser has made. */
export interface MadeFile {
  readonly name: string;
  /** Content of the file. In the browser the content is a `Blob`. */
  readonly data: unknown;
}

/**
 * Input of the actor that makes a file. `request` determines the exported data, for example by the filter of a list.
 */
export interface ExportInput<Request> {
  readonly format: ExportFormat;
  readonly request: Request;
}

/** Returns an export machine for requests of the given type. The user can cancel an export. */
export const tableExportMachineOf = <Request>() =>
  setup({
    types: {
      context: {} as { input: ExportInput<Request> | undefined; failure: Failure | undefined },
      events: {} as
        | ({ type: "export.start" } & ExportInput<Request>)
        | { type: "export.cancel" }
        | { type: "failure.dismiss" },
      emitted: {} as { type: "file.ready"; file: MadeFile },
      tags: {} as "busy",
    },
    actors: { make: stub<MadeFile, ExportInput<Request> | undefined>("make") },
    actions: {
      keepInput: assign((_, { format, request }: ExportInput<Request>) => ({
        input: { format, request },
        failure: undefined,
      })),
      keepFailure: assign((_, failure: Failure) => ({ input: undefined, failure })),
      dismissFailure: assign({ failure: undefined }),
      forgetInput: assign({ input: undefined }),
      reportReady: emit((_, file: MadeFile) => ({ type: "file.ready" as const, file })),
    },
  }).createMachine({
    id: "tableExport",
    context: { input: undefined, failure: undefined },
    initial: "idle",
    states: {
      idle: {
        on: {
          "export.start": { target: "making", actions: { type: "keepInput", params: ({ event }) => event } },
          "failure.dismiss": { actions: "dismissFailure" },
        },
      },
      making: {
        tags: "busy",
        on: { "export.cancel": { target: "idle", actions: "forgetInput" } },
        invoke: {
          id: "make",
          src: "make",
          input: ({ context }) => context.input,
          onDone: { target: "idle", actions: ["forgetInput", { type: "reportReady", params: outputOf }] },
          onError: { target: "idle", actions: { type: "keepFailure", params: failureOf } },
        },
      },
    },
  });

/** Export of a list to a table file. */
export const tableExportMachine = tableExportMachineOf<unknown>();
