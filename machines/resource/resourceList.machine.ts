import { assign, emit, setup } from "xstate";
import { errorOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Identified } from "./resource.ts";

/** Rows and when the server gave them, milliseconds since 1970. */
export interface LoadedRows<Row> {
  readonly rows: readonly Row[];
  readonly at: number;
}

/** A command and the row that it is meant for. */
export interface RowCommand<Row, Command> {
  readonly command: Command;
  readonly row: Row;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The list machine for rows and commands of one kind. */
export const listMachineOf = <Row extends Identified, Command extends string>() =>
  setup({
    types: {
      context: {} as {
        rows: readonly Row[];
        at: number | undefined;
        error: string | undefined;
        refusal: string | undefined;
        chosen: RowCommand<Row, Command> | undefined;
      },
      events: {} as
        | { type: "list.refresh" }
        | { type: "network.online" }
        | { type: "command.choose"; chosen: RowCommand<Row, Command> }
        | { type: "command.confirm" }
        | { type: "command.cancel" }
        | { type: "refusal.dismiss" },
      emitted: {} as { type: "command.done"; done: RowCommand<Row, Command> },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: {
      load: stub<LoadedRows<Row>>("load"),
      run: stub<RowCommand<Row, Command>, RowCommand<Row, Command> | undefined>("run"),
    },
    actions: {
      keep: assign((_, { rows, at }: LoadedRows<Row>) => ({ rows, at, error: undefined })),
      keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
      keepRefusal: assign((_, error: unknown) => ({ refusal: wordsOf(error) })),
      dropRefusal: assign({ refusal: undefined }),
      choose: assign((_, chosen: RowCommand<Row, Command>) => ({ chosen, refusal: undefined })),
      forget: assign({ chosen: undefined }),
      tell: emit((_, done: RowCommand<Row, Command>) => ({ type: "command.done" as const, done })),
    },
  }).createMachine({
    id: "resourceList",
    context: { rows: [], at: undefined, error: undefined, refusal: undefined, chosen: undefined },
    initial: "loading",
    states: {
      loading: {
        tags: ["busy", "skeleton"],
        invoke: {
          id: "load",
          src: "load",
          onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
          onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
        },
      },
      browsing: {
        on: {
          "list.refresh": "refreshing",
          "network.online": "refreshing",
          "command.choose": { target: "confirming", actions: { type: "choose", params: ({ event }) => event.chosen } },
          "refusal.dismiss": { actions: "dropRefusal" },
        },
      },
      confirming: {
        description: "A dialog names the row; nothing happens to it before 'Да' (platform, section 4).",
        on: {
          "command.confirm": "running",
          "command.cancel": { target: "browsing", actions: "forget" },
        },
      },
      running: {
        tags: "busy",
        invoke: {
          id: "run",
          src: "run",
          input: ({ context }) => context.chosen,
          onDone: { target: "refreshing", actions: ["forget", { type: "tell", params: outputOf }] },
          onError: { target: "refreshing", actions: ["forget", { type: "keepRefusal", params: errorOf }] },
        },
      },
      refreshing: {
        description: "The rows stay while the server is asked again; after a refusal too, for they may be out of date.",
        tags: "busy",
        invoke: {
          id: "load",
          src: "load",
          onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
          onError: { target: "browsing", actions: { type: "keepError", params: errorOf } },
        },
      },
      failed: {
        tags: "failed",
        on: { "list.refresh": "loading", "network.online": "loading" },
      },
    },
  });

/** The list of every directory: read, shown, and one confirmed command for one row at a time. */
export const resourceListMachine = listMachineOf<Identified, string>();
