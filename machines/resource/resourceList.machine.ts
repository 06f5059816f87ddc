import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { type Id, type Identified, moved, type Reordering } from "./resource.ts";

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

/** Where a row is to stand among all of them, 0 for the first place; or how many places down from where it stands when the move is made. */
export type Move = { readonly id: Id } & ({ readonly to: number } | { readonly by: number });

const placeOf = (rows: readonly Identified[], move: Move): number => {
  const wanted = "to" in move ? move.to : rows.findIndex(({ id }) => id === move.id) + move.by;
  return Math.max(0, Math.min(wanted, rows.length - 1));
};

const idsOf = (rows: readonly Identified[]): readonly Id[] => rows.map(({ id }) => id);

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
        /** The order that the server has, while another one is being saved. */
        seen: readonly Id[];
      },
      events: {} as
        | { type: "list.refresh" }
        | { type: "network.online" }
        | { type: "command.choose"; chosen: RowCommand<Row, Command> }
        | { type: "command.confirm" }
        | { type: "command.cancel" }
        | { type: "rows.move"; move: Move }
        | { type: "refusal.dismiss" },
      emitted: {} as { type: "command.done"; done: RowCommand<Row, Command> },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: {
      load: stub<LoadedRows<Row>>("load"),
      run: stub<RowCommand<Row, Command>, RowCommand<Row, Command> | undefined>("run"),
      reorder: stub<readonly Id[], Reordering>("reorder"),
    },
    guards: {
      isMovedOn: ({ context }, saved: readonly Id[]) => context.rows.some(({ id }, place) => id !== saved[place]),
      isChosen: ({ context }) => context.chosen !== undefined,
    },
    actions: {
      keep: assign((_, { rows, at }: LoadedRows<Row>) => ({ rows, at, error: undefined })),
      keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
      keepRefusal: assign((_, error: unknown) => ({ refusal: wordsOf(error) })),
      dropRefusal: assign({ refusal: undefined }),
      choose: assign((_, chosen: RowCommand<Row, Command>) => ({ chosen, refusal: undefined })),
      forget: assign({ chosen: undefined }),
      keepOrder: assign(({ context }) => ({ seen: idsOf(context.rows), refusal: undefined })),
      keepSaved: assign((_, saved: readonly Id[]) => ({ seen: saved })),
      move: assign(({ context: { rows } }, move: Move) => ({ rows: moved(rows, move.id, placeOf(rows, move)) })),
      tell: emit((_, done: RowCommand<Row, Command>) => ({ type: "command.done" as const, done })),
    },
  }).createMachine({
    id: "resourceList",
    context: { rows: [], at: undefined, error: undefined, refusal: undefined, chosen: undefined, seen: [] },
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
          "rows.move": {
            target: "ordering",
            actions: ["keepOrder", { type: "move", params: ({ event }) => event.move }],
          },
          "refusal.dismiss": { actions: "dropRefusal" },
        },
      },
      confirming: {
        description:
          "A dialog names the row; nothing happens to it before 'Да' (platform, section 4). Reading ended where it began, so 'Нет' reads again.",
        on: {
          "command.confirm": "running",
          "command.cancel": { target: "refreshing", actions: "forget" },
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
      ordering: {
        description:
          "The rows stand where they were put; the server refuses an order that somebody else has changed meanwhile. A command waits until they are saved.",
        tags: "busy",
        on: {
          "rows.move": { actions: { type: "move", params: ({ event }) => event.move } },
          "command.choose": { actions: { type: "choose", params: ({ event }) => event.chosen } },
        },
        invoke: {
          id: "reorder",
          src: "reorder",
          input: ({ context }) => ({ seen: context.seen, ids: idsOf(context.rows) }),
          onDone: [
            {
              guard: { type: "isMovedOn", params: outputOf },
              target: "ordering",
              reenter: true,
              actions: { type: "keepSaved", params: outputOf },
            },
            { guard: "isChosen", target: "confirming" },
            { target: "refreshing" },
          ],
          onError: { target: "refreshing", actions: ["forget", { type: "keepRefusal", params: errorOf }] },
        },
      },
      refreshing: {
        description: "The rows stay while the server is asked again; after a refusal too, for they may be out of date.",
        tags: "busy",
        on: {
          "command.choose": { target: "confirming", actions: { type: "choose", params: ({ event }) => event.chosen } },
          "rows.move": {
            target: "ordering",
            actions: ["keepOrder", { type: "move", params: ({ event }) => event.move }],
          },
        },
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
