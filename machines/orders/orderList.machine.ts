import { assign, emit, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { OrderListQuery, OrderListView, OrderRow } from "./orderList.ts";

export type { OrderListView } from "./orderList.ts";

/** What is asked of the server: whole days; the rest of the query is done here. */
export interface OrderListRequest {
  companyId: number;
  view: OrderListView;
  startDate: string | undefined;
  endDate: string | undefined;
}

/** Rows and when the server gave them, milliseconds since 1970. */
export interface LoadedOrders {
  rows: readonly OrderRow[];
  at: number;
}

type Patch = Partial<OrderListQuery>;

const REFRESH_EVERY = 10_000;
const LONGEST_PAUSE = 60_000;

const calm: OrderListQuery = {
  startDate: undefined,
  endDate: undefined,
  statuses: [],
  tags: [],
  text: "",
  sort: "due",
  page: 1,
};

/** The list behind open orders, summary and extended summary; open orders refresh by themselves (business, section 2). */
export const orderListMachine = setup({
  types: {
    context: {} as {
      companyId: number;
      view: OrderListView;
      query: OrderListQuery;
      rows: readonly OrderRow[];
      at: number | undefined;
      ticked: readonly number[];
      /** The order that was opened last: the keyboard goes on there when the list is come back to. */
      opened: number | undefined;
      days: readonly Schemas["OrdersOfDay"][];
      error: string | undefined;
      failures: number;
      /** Nobody looks at the page. */
      isHidden: boolean;
    },
    input: {} as { companyId: number; view: OrderListView },
    events: {} as
      | { type: "screen.enter"; query: OrderListQuery }
      | { type: "screen.leave" }
      | { type: "page.show" }
      | { type: "page.hide" }
      | { type: "network.online" }
      | { type: "list.refresh" }
      | { type: "query.change"; patch: Patch }
      | { type: "row.tick"; ids: readonly number[]; isTicked: boolean }
      | { type: "row.open"; id: number }
      | { type: "days.want" },
    emitted: {} as { type: "query.changed"; query: OrderListQuery; isStep: boolean },
    tags: {} as "busy" | "skeleton" | "failed",
  },
  actors: {
    load: stub<LoadedOrders, OrderListRequest>("load"),
    loadDays: stub<readonly Schemas["OrdersOfDay"][], { companyId: number }>("loadDays"),
  },
  guards: {
    hasNoRows: ({ context }) => context.at === undefined,
    isSamePeriod: ({ context }, { startDate, endDate }: Patch) =>
      startDate === context.query.startDate && endDate === context.query.endDate,
    isSeen: ({ context }) => !context.isHidden,
    refreshesItself: ({ context }) => context.view === "open" && !context.isHidden,
    changesPeriod: ({ context }, patch: Patch) =>
      ("startDate" in patch && patch.startDate !== context.query.startDate) ||
      ("endDate" in patch && patch.endDate !== context.query.endDate),
  },
  actions: {
    setQuery: assign((_, query: OrderListQuery) => ({ query })),
    /** Every change of a filter begins at the first page again. */
    changeQuery: assign(({ context }, patch: Patch) => ({ query: { ...context.query, page: 1, ...patch } })),
    tellQuery: emit(({ context }, isStep: boolean) => ({
      type: "query.changed" as const,
      query: context.query,
      isStep,
    })),
    keep: assign(({ context }, { rows, at }: LoadedOrders) => {
      const present = new Set(rows.map(({ id }) => id));
      return { rows, at, error: undefined, failures: 0, ticked: context.ticked.filter((id) => present.has(id)) };
    }),
    forgetRows: assign({ rows: [], at: undefined, ticked: [], error: undefined }),
    keepError: assign(({ context }, error: unknown) => ({
      error: wordsOf(error),
      failures: context.failures + 1,
    })),
    tick: assign(({ context }, { ids, isTicked }: { ids: readonly number[]; isTicked: boolean }) => ({
      ticked: isTicked ? [...new Set([...context.ticked, ...ids])] : context.ticked.filter((id) => !ids.includes(id)),
    })),
    keepOpened: assign((_, opened: number) => ({ opened })),
    setHidden: assign((_, isHidden: boolean) => ({ isHidden })),
    keepDays: assign((_, days: readonly Schemas["OrdersOfDay"][]) => ({ days })),
  },
  delays: {
    drawn: 100,
    refreshEvery: ({ context }) => Math.min(LONGEST_PAUSE, REFRESH_EVERY * 2 ** context.failures),
  },
}).createMachine({
  id: "orderList",
  context: ({ input: { companyId, view } }) => ({
    companyId,
    view,
    query: calm,
    rows: [],
    at: undefined,
    ticked: [],
    opened: undefined,
    days: [],
    error: undefined,
    failures: 0,
    isHidden: false,
  }),
  type: "parallel",
  states: {
    rows: {
      initial: "resting",
      on: {
        "screen.leave": { target: ".resting", actions: { type: "setHidden", params: () => false } },
        "page.hide": { actions: { type: "setHidden", params: () => true } },
        "page.show": { actions: { type: "setHidden", params: () => false } },
        "row.tick": { actions: { type: "tick", params: ({ event }) => event } },
        "row.open": { actions: { type: "keepOpened", params: ({ event }) => event.id } },
        "query.change": [
          {
            guard: { type: "changesPeriod", params: ({ event }) => event.patch },
            target: ".loading",
            actions: [
              { type: "changeQuery", params: ({ event }) => event.patch },
              "forgetRows",
              { type: "tellQuery", params: true },
            ],
          },
          {
            actions: [
              { type: "changeQuery", params: ({ event }) => event.patch },
              { type: "tellQuery", params: ({ event }) => !("text" in event.patch) },
            ],
          },
        ],
      },
      states: {
        resting: {
          description: "The screen is not shown; its rows wait for Back.",
          on: {
            "screen.enter": [
              {
                guard: { type: "isSamePeriod", params: ({ event }) => event.query },
                target: "entering",
                actions: { type: "setQuery", params: ({ event }) => event.query },
              },
              {
                target: "loading",
                actions: [{ type: "setQuery", params: ({ event }) => event.query }, "forgetRows"],
              },
            ],
          },
        },
        entering: {
          description: "The rows of before are drawn first, then the server is asked what is new.",
          always: { guard: "hasNoRows", target: "loading" },
          after: { drawn: "refreshing" },
        },
        loading: {
          tags: ["busy", "skeleton"],
          invoke: {
            id: "load",
            src: "load",
            input: ({ context: { companyId, view, query } }) => ({
              companyId,
              view,
              startDate: query.startDate,
              endDate: query.endDate,
            }),
            onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
            onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
          },
        },
        browsing: {
          description: "While nobody looks nothing is asked, but at once when the page is shown.",
          on: {
            "list.refresh": "refreshing",
            "network.online": { guard: "isSeen", target: "refreshing" },
            "page.show": { target: "refreshing", actions: { type: "setHidden", params: () => false } },
          },
          after: { refreshEvery: { guard: "refreshesItself", target: "refreshing" } },
        },
        refreshing: {
          description: "The rows stay while the server is asked again.",
          tags: "busy",
          invoke: {
            id: "load",
            src: "load",
            input: ({ context: { companyId, view, query } }) => ({
              companyId,
              view,
              startDate: query.startDate,
              endDate: query.endDate,
            }),
            onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
            onError: { target: "browsing", actions: { type: "keepError", params: errorOf } },
          },
        },
        failed: {
          tags: "failed",
          on: { "list.refresh": "loading", "network.online": "loading" },
        },
      },
    },
    days: {
      initial: "unknown",
      states: {
        unknown: { on: { "days.want": "loading" } },
        loading: {
          invoke: {
            id: "loadDays",
            src: "loadDays",
            input: ({ context }) => ({ companyId: context.companyId }),
            onDone: { target: "unknown", actions: { type: "keepDays", params: outputOf } },
            onError: "unknown",
          },
        },
      },
    },
  },
});
