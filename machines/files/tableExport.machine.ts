import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** Kinds of file that tables are given out as. */
export type TableFormat = "csv" | "xlsx";

/** A file that the server has made. */
export interface MadeFile {
  readonly name: string;
  /** Its bytes, a `Blob` in the browser. */
  readonly data: unknown;
}

/** The export of something to a table: asked for, waited for with a way back, and handed out to be saved. */
export const tableExportMachine = setup({
  types: {
    context: {} as { format: TableFormat; problem: string | undefined },
    events: {} as
      | { type: "export.start"; format: TableFormat }
      | { type: "export.cancel" }
      | { type: "problem.dismiss" },
    emitted: {} as { type: "file.ready"; file: MadeFile },
    tags: {} as "busy",
  },
  actors: { make: stub<MadeFile, { format: TableFormat }>("make") },
  actions: {
    keepFormat: assign((_, format: TableFormat) => ({ format, problem: undefined })),
    keepProblem: assign((_, error: unknown) => ({ problem: wordsOf(error) })),
    dropProblem: assign({ problem: undefined }),
    tellReady: emit((_, file: MadeFile) => ({ type: "file.ready" as const, file })),
  },
}).createMachine({
  id: "tableExport",
  context: { format: "xlsx", problem: undefined },
  initial: "idle",
  states: {
    idle: {
      on: {
        "export.start": { target: "making", actions: { type: "keepFormat", params: ({ event }) => event.format } },
        "problem.dismiss": { actions: "dropProblem" },
      },
    },
    making: {
      tags: "busy",
      on: { "export.cancel": "idle" },
      invoke: {
        id: "make",
        src: "make",
        input: ({ context }) => ({ format: context.format }),
        onDone: { target: "idle", actions: { type: "tellReady", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepProblem", params: errorOf } },
      },
    },
  },
});
