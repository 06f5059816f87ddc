import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { afterCommand, type FeedCommand, type FeedDone, type FeedFilter, type FeedPage, joined } from "./feed.ts";
import type { Identified } from "./resource.ts";

/** What is asked of the server: the first page, or the one after a cursor. */
export interface FeedRequest {
  readonly filter: FeedFilter;
  readonly cursor: string | undefined;
}

/** Rows of the first page; whoever has asked for more is not thrown back to it. */
const FIRST_PAGE = 50;

const refreshesItself = (feed: { refreshEvery: number | undefined; rows: readonly unknown[] }): boolean =>
  feed.refreshEvery !== undefined && feed.rows.length <= FIRST_PAGE;

/** The machine of a long list for rows and commands of one kind. */
export const feedMachineOf = <Row extends Identified, Command extends string>() =>
  setup({
    types: {
      context: {} as {
        filter: FeedFilter;
        rows: readonly Row[];
        next: string | null;
        error: string | undefined;
        refusal: string | undefined;
        chosen: FeedCommand<Row, Command> | undefined;
        refreshEvery: number | undefined;
        /** Nobody looks at the page. */
        isHidden: boolean;
      },
      input: {} as { filter: FeedFilter; refreshEvery?: number | undefined },
      events: {} as
        | { type: "filter.change"; patch: FeedFilter }
        | { type: "feed.refresh" }
        | { type: "network.online" }
        | { type: "page.show" }
        | { type: "page.hide" }
        | { type: "more.want" }
        | { type: "command.choose"; chosen: FeedCommand<Row, Command> }
        | { type: "command.confirm" }
        | { type: "command.cancel" }
        | { type: "refusal.dismiss" },
      emitted: {} as
        | { type: "filter.changed"; filter: FeedFilter }
        | { type: "command.done"; done: FeedDone<Row, Command> },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: {
      load: stub<FeedPage<Row>, FeedRequest>("load"),
      run: stub<FeedDone<Row, Command>, FeedCommand<Row, Command> | undefined>("run"),
    },
    guards: {
      hasMore: ({ context }) => context.next !== null,
      refreshesItself: ({ context }) => refreshesItself(context),
      isDue: ({ context }) => refreshesItself(context) && !context.isHidden,
    },
    actions: {
      changeFilter: assign(({ context }, patch: FeedFilter) => ({ filter: { ...context.filter, ...patch } })),
      tellFilter: emit(({ context }) => ({ type: "filter.changed" as const, filter: context.filter })),
      keep: assign((_, { rows, next }: FeedPage<Row>) => ({ rows, next, error: undefined })),
      append: assign(({ context }, { rows, next }: FeedPage<Row>) => ({
        rows: joined(context.rows, rows),
        next,
        error: undefined,
      })),
      keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
      choose: assign((_, chosen: FeedCommand<Row, Command>) => ({ chosen, refusal: undefined })),
      forget: assign({ chosen: undefined }),
      setHidden: assign((_, isHidden: boolean) => ({ isHidden })),
      dropRefusal: assign({ refusal: undefined }),
      keepRefusal: assign((_, error: unknown) => ({ refusal: wordsOf(error) })),
      keepDone: assign(({ context }, done: FeedDone<Row, Command>) => ({ rows: afterCommand(context.rows, done) })),
      tellDone: emit((_, done: FeedDone<Row, Command>) => ({ type: "command.done" as const, done })),
    },
    // A list that does not refresh itself is not due after any time.
    delays: { settle: 100, refreshEvery: ({ context }) => context.refreshEvery ?? 0 },
  }).createMachine({
    id: "feed",
    context: ({ input }) => ({
      filter: input.filter,
      rows: [],
      next: null,
      error: undefined,
      refusal: undefined,
      chosen: undefined,
      refreshEvery: input.refreshEvery,
      isHidden: false,
    }),
    initial: "reading",
    on: {
      "page.hide": { actions: { type: "setHidden", params: () => true } },
      "page.show": { actions: { type: "setHidden", params: () => false } },
    },
    states: {
      reading: {
        description: "A change of the filter leaves whatever is being read, which aborts it, and begins anew.",
        initial: "opening",
        on: {
          "refusal.dismiss": { actions: "dropRefusal" },
          "filter.change": {
            target: ".settling",
            actions: [{ type: "changeFilter", params: ({ event }) => event.patch }, "tellFilter"],
          },
          "command.choose": { target: "confirming", actions: { type: "choose", params: ({ event }) => event.chosen } },
        },
        states: {
          opening: {
            tags: ["busy", "skeleton"],
            invoke: {
              id: "load",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: undefined }),
              onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
              onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
            },
          },
          settling: { tags: "busy", after: { settle: "loading" } },
          loading: {
            description: "The rows of before stay until the new ones are there.",
            tags: "busy",
            invoke: {
              id: "load",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: undefined }),
              onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
              onError: { target: "browsing", actions: { type: "keepError", params: errorOf } },
            },
          },
          browsing: {
            description: "What refreshes itself waits, while nobody looks, until the page is shown.",
            on: {
              "feed.refresh": "loading",
              "more.want": { guard: "hasMore", target: "extending" },
              "page.show": {
                guard: "refreshesItself",
                target: "loading",
                actions: { type: "setHidden", params: () => false },
              },
            },
            after: { refreshEvery: { guard: "isDue", target: "loading" } },
          },
          extending: {
            tags: "busy",
            invoke: {
              id: "extend",
              src: "load",
              input: ({ context }) => ({ filter: context.filter, cursor: context.next ?? undefined }),
              onDone: { target: "browsing", actions: { type: "append", params: outputOf } },
              onError: { target: "browsing", actions: { type: "keepError", params: errorOf } },
            },
          },
          failed: {
            tags: "failed",
            on: { "feed.refresh": "opening", "network.online": "opening" },
          },
          interrupted: {
            description: "What a command's dialog broke off is done again.",
            type: "history",
          },
        },
      },
      confirming: {
        description: "A dialog names the row; nothing happens to it before 'Да' (platform, section 4).",
        on: {
          "command.confirm": "running",
          "command.cancel": { target: "reading.interrupted", actions: "forget" },
        },
      },
      running: {
        tags: "busy",
        invoke: {
          id: "run",
          src: "run",
          input: ({ context }) => context.chosen,
          onDone: {
            target: "reading.interrupted",
            actions: ["forget", { type: "keepDone", params: outputOf }, { type: "tellDone", params: outputOf }],
          },
          onError: {
            target: "reading.loading",
            actions: ["forget", { type: "keepRefusal", params: errorOf }],
          },
        },
      },
    },
  });

/** Every list paged by a cursor: the first page, further ones on demand, a filter that begins anew, confirmed commands for rows. */
export const feedMachine = feedMachineOf<Identified, string>();
