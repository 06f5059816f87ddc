import { assign, emit, setup } from "xstate";
import { reasonNotToSendTable, type TableFile, type TableReason } from "#machines/catalogue/itemImport.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { PackingListTable } from "#machines/directory/descriptors/packingLists.ts";

/**
 * Import of lines from a table file into a form. The server finds the stock items and reports errors without storing
 * the lines.
 */
export const lineTableMachine = setup({
  types: {
    context: {} as {
      readonly file: TableFile | undefined;
      readonly reason: TableReason | undefined;
      readonly failure: Failure | undefined;
      /** Errors of the unreadable rows in the last table. */
      readonly errors: PackingListTable["errors"];
    },
    events: {} as { type: "table.choose"; file: TableFile } | { type: "table.cancel" } | { type: "errors.dismiss" },
    emitted: {} as { type: "table.read"; table: PackingListTable },
    tags: {} as "busy",
  },
  actors: { read: stub<PackingListTable, { readonly file: TableFile | undefined }>("read") },
  guards: { isUnfit: (_, file: TableFile) => reasonNotToSendTable(file) !== undefined },
  actions: {
    keepUnfit: assign((_, file: TableFile) => ({ reason: reasonNotToSendTable(file), failure: undefined, errors: [] })),
    keepFile: assign((_, file: TableFile) => ({ file, reason: undefined, failure: undefined, errors: [] })),
    keepErrors: assign((_, { errors }: PackingListTable) => ({ file: undefined, errors })),
    keepFailure: assign((_, failure: Failure) => ({ file: undefined, failure })),
    forget: assign({ file: undefined, reason: undefined, failure: undefined, errors: [] }),
    reportTable: emit((_, table: PackingListTable) => ({ type: "table.read" as const, table })),
  },
}).createMachine({
  id: "lineTable",
  context: { file: undefined, reason: undefined, failure: undefined, errors: [] },
  initial: "idle",
  states: {
    idle: {
      on: {
        "table.choose": [
          {
            guard: { type: "isUnfit", params: ({ event }) => event.file },
            actions: { type: "keepUnfit", params: ({ event }) => event.file },
          },
          { target: "reading", actions: { type: "keepFile", params: ({ event }) => event.file } },
        ],
        "errors.dismiss": { actions: "forget" },
      },
    },
    reading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context }) => ({ file: context.file }),
        onDone: {
          target: "idle",
          actions: [
            { type: "keepErrors", params: outputOf },
            { type: "reportTable", params: outputOf },
          ],
        },
        onError: { target: "idle", actions: { type: "keepFailure", params: failureOf } },
      },
      on: { "table.cancel": { target: "idle", actions: "forget" } },
    },
  },
});
