import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { type ImportAnswer, type ImportReport, isWritable, type TableFile, tableProblem } from "./itemImport.ts";

/** What the sending of a table needs: the file, the key of this intent, and whom to tell how much of it is gone, 0 to 1. */
export interface ImportRequest {
  readonly file: TableFile | undefined;
  readonly key: string;
  readonly report: (fraction: number) => void;
}

/** The import of dishes from a table: chosen, looked at by the server row by row, and written as a whole after the user has seen what changes. */
export const itemImportMachine = setup({
  types: {
    context: {} as {
      file: TableFile | undefined;
      key: string;
      /** How much of the file is sent, 0 to 1. */
      fraction: number;
      report: ImportReport | undefined;
      problem: string | undefined;
    },
    events: {} as
      | { type: "file.choose"; file: TableFile; key: string }
      | { type: "send.progress"; fraction: number }
      | { type: "send.cancel" }
      | { type: "send.retry" }
      | { type: "import.confirm"; key: string },
    emitted: {} as { type: "import.done"; report: ImportReport },
    tags: {} as "busy",
  },
  actors: {
    check: stub<ImportAnswer, ImportRequest>("check"),
    write: stub<ImportAnswer, ImportRequest>("write"),
  },
  guards: {
    isUnfit: (_, file: TableFile) => tableProblem(file) !== undefined,
    isRefused: (_, answer: ImportAnswer) => answer.type === "refused",
    mayWrite: ({ context }) => context.report !== undefined && isWritable(context.report),
    isStillSending: ({ context }) => context.fraction < 1,
  },
  actions: {
    keepFile: assign((_, { file, key }: { file: TableFile; key: string }) => ({
      file,
      key,
      report: undefined,
      problem: undefined,
    })),
    keepUnfit: assign((_, file: TableFile) => ({ file: undefined, report: undefined, problem: tableProblem(file) })),
    keepKey: assign((_, key: string) => ({ key, problem: undefined })),
    startSending: assign({ fraction: 0, problem: undefined }),
    keepFraction: assign((_, fraction: number) => ({ fraction })),
    keepReport: assign((_, answer: ImportAnswer) => (answer.type === "reported" ? { report: answer.report } : {})),
    keepRefusal: assign((_, answer: ImportAnswer) => (answer.type === "refused" ? { problem: answer.message } : {})),
    keepProblem: assign((_, error: unknown) => ({ problem: wordsOf(error) })),
    forget: assign({ file: undefined, report: undefined, problem: undefined }),
    tellDone: emit((_, answer: ImportAnswer) => {
      if (answer.type !== "reported") throw new Error("Only a written table is told");
      return { type: "import.done" as const, report: answer.report };
    }),
  },
}).createMachine({
  id: "itemImport",
  context: { file: undefined, key: "", fraction: 0, report: undefined, problem: undefined },
  initial: "choosing",
  states: {
    choosing: {},
    checking: {
      description: "The server looks at every row and writes nothing.",
      tags: "busy",
      entry: "startSending",
      on: {
        "send.progress": { actions: { type: "keepFraction", params: ({ event }) => event.fraction } },
        "send.cancel": { target: "choosing", actions: "forget" },
      },
      invoke: {
        id: "check",
        src: "check",
        input: ({ context, self }) => ({
          file: context.file,
          key: context.key,
          report: (fraction) => self.send({ type: "send.progress", fraction }),
        }),
        onDone: [
          {
            guard: { type: "isRefused", params: outputOf },
            target: "refused",
            actions: { type: "keepRefusal", params: outputOf },
          },
          { target: "reviewing", actions: { type: "keepReport", params: outputOf } },
        ],
        onError: { target: "failed", actions: { type: "keepProblem", params: errorOf } },
      },
    },
    failed: {
      description: "Nobody answered while the table was only looked at: it may be sent again.",
      on: { "send.retry": "checking", "send.cancel": { target: "choosing", actions: "forget" } },
    },
    reviewing: {
      description: "The user sees what changes and what is wrong; only a table without errors can be written.",
      on: {
        "import.confirm": {
          guard: "mayWrite",
          target: "importing",
          actions: { type: "keepKey", params: ({ event }) => event.key },
        },
        "send.cancel": { target: "choosing", actions: "forget" },
      },
    },
    importing: {
      description: "Once the whole file is sent it may be written already: from then on there is no cancelling.",
      tags: "busy",
      entry: "startSending",
      on: {
        "send.progress": { actions: { type: "keepFraction", params: ({ event }) => event.fraction } },
        "send.cancel": { guard: "isStillSending", target: "reviewing" },
      },
      invoke: {
        id: "write",
        src: "write",
        input: ({ context, self }) => ({
          file: context.file,
          key: context.key,
          report: (fraction) => self.send({ type: "send.progress", fraction }),
        }),
        onDone: [
          {
            guard: { type: "isRefused", params: outputOf },
            target: "refused",
            actions: { type: "keepRefusal", params: outputOf },
          },
          {
            target: "done",
            actions: [
              { type: "keepReport", params: outputOf },
              { type: "tellDone", params: outputOf },
            ],
          },
        ],
        onError: { target: "unsure", actions: { type: "keepProblem", params: errorOf } },
      },
    },
    unsure: {
      description: "Nobody answered, so nobody knows whether it was written: the same key asks again and writes once.",
      on: { "send.retry": "importing" },
    },
    refused: {
      description: "The server did not take the table; nothing of it was written.",
      on: { "send.cancel": { target: "choosing", actions: "forget" } },
    },
    done: {},
  },
  on: {
    "file.choose": [
      {
        guard: { type: "isUnfit", params: ({ event }) => event.file },
        target: ".refused",
        actions: { type: "keepUnfit", params: ({ event }) => event.file },
      },
      { target: ".checking", actions: { type: "keepFile", params: ({ event }) => event } },
    ],
  },
});
