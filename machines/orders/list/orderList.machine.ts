import { assign, emit, sendTo, setup } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryReport } from "#machines/core/query.ts";
import type { OrderListQuery, OrderListRequest, OrderListView, OrderRow } from "./orderList.ts";

type Rows = readonly OrderRow[];
type Patch = Partial<OrderListQuery>;

/**
 * Polling intervals of the order list, ms. `live` is longer than the default of a minute, because no other data are
 * read as often. With the default and 1,000 operators, these reads would cause more than a third of the CPU load of
 * polling without a live feed (`npm run bench -- listeners`).
 */
const POLLING = { visible: 10_000, live: 180_000 };

const defaultQuery: OrderListQuery = {
  startDate: undefined,
  endDate: undefined,
  statuses: [],
  tags: [],
  attention: undefined,
  text: "",
  sort: "due",
  hidden: [],
  page: 1,
};

/** Order list with three views: open orders (polled), summary and extended summary (business, section 2). */
export const orderListMachine = setup({
  types: {
    context: {} as {
      readonly companyId: number;
      readonly view: OrderListView;
      readonly query: OrderListQuery;
      readonly rows: Rows;
      /**
       * Server time at which the rows were read, ms since 1970. Undefined if no rows of the chosen days were read yet.
       */
      readonly at: number | undefined;
      readonly ticked: readonly number[];
      /** Id of the order that the user opened last. Its row gets the focus when the user returns to the list. */
      readonly opened: number | undefined;
      /** Id of the order that the side panel shows. */
      readonly shown: number | undefined;
      /** Id of the order with an open status menu. */
      readonly menuOf: number | undefined;
      readonly failure: Failure | undefined;
    },
    input: {} as { readonly companyId: number; readonly view: OrderListView },
    events: {} as
      | { type: "screen.enter"; query: OrderListQuery }
      | { type: "screen.leave" }
      | { type: "list.refresh" }
      | { type: "query.change"; patch: Patch }
      | { type: "row.tick"; ids: readonly number[]; isTicked: boolean }
      | { type: "row.open"; id: number }
      | { type: "row.show"; id: number | undefined }
      | { type: "menu.show"; id: number | undefined }
      | QueryReport<OrderListRequest, Rows, "orders">,
    emitted: {} as { type: "query.changed"; query: OrderListQuery; isStep: boolean },
    tags: {} as "skeleton" | "failed",
    children: {} as { orders: "orders" },
  },
  actors: {
    orders: queryMachineOf<OrderListRequest, Rows>(),
  },
  guards: {
    hasRows: ({ context }) => context.at !== undefined,
    isSamePeriod: ({ context }, { startDate, endDate }: Patch) =>
      startDate === context.query.startDate && endDate === context.query.endDate,
    isOtherPeriod: ({ context }, patch: Patch) =>
      ("startDate" in patch && patch.startDate !== context.query.startDate) ||
      ("endDate" in patch && patch.endDate !== context.query.endDate),
  },
  actions: {
    setQuery: assign((_, query: OrderListQuery) => ({ query })),
    /**
     * Changes values of the query, such as filters. If the page number is not among these values, the first page is
     * shown.
     */
    changeQuery: assign(({ context }, patch: Patch) => ({ query: { ...context.query, page: 1, ...patch } })),
    reportQuery: emit(({ context }, isStep: boolean) => ({
      type: "query.changed" as const,
      query: context.query,
      isStep,
    })),
    keepRows: assign(({ context }, { data: rows, at }: Loaded<OrderListRequest, Rows>) => {
      const present = new Set(rows.map(({ id }) => id));
      return { rows, at, failure: undefined, ticked: context.ticked.filter((id) => present.has(id)) };
    }),
    forgetRows: assign({ rows: [], at: undefined, ticked: [], failure: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    tick: assign(({ context }, { ids, isTicked }: { ids: readonly number[]; isTicked: boolean }) => ({
      ticked: isTicked ? [...new Set([...context.ticked, ...ids])] : context.ticked.filter((id) => !ids.includes(id)),
    })),
    keepOpened: assign((_, opened: number) => ({ opened })),
    keepShown: assign((_, shown: number | undefined) => ({ shown })),
    keepMenu: assign((_, menuOf: number | undefined) => ({ menuOf })),
    refresh: sendTo("orders", { type: "query.refresh" }),
  },
}).createMachine({
  id: "orderList",
  context: ({ input: { companyId, view } }) => ({
    companyId,
    view,
    query: defaultQuery,
    rows: [],
    at: undefined,
    ticked: [],
    opened: undefined,
    shown: undefined,
    menuOf: undefined,
    failure: undefined,
  }),
  initial: "hidden",
  on: {
    "row.tick": { actions: { type: "tick", params: ({ event }) => event } },
    "row.open": { actions: { type: "keepOpened", params: ({ event }) => event.id } },
    "row.show": { actions: { type: "keepShown", params: ({ event }) => event.id } },
    "menu.show": { actions: { type: "keepMenu", params: ({ event }) => event.id } },
  },
  states: {
    hidden: {
      description: "The screen is closed. Its rows are kept, so that Back shows them at once.",
      on: {
        "screen.enter": [
          {
            guard: { type: "isSamePeriod", params: ({ event }) => event.query },
            target: "shown",
            actions: { type: "setQuery", params: ({ event }) => event.query },
          },
          {
            target: "shown",
            actions: [{ type: "setQuery", params: ({ event }) => event.query }, "forgetRows"],
          },
        ],
      },
    },
    shown: {
      initial: "opening",
      invoke: {
        id: "orders",
        src: "orders",
        input: ({ context: { companyId, view, query, rows, at } }) => ({
          query: { companyId, view, startDate: query.startDate, endDate: query.endDate },
          cached: at === undefined ? undefined : rows,
          polling: view === "open" ? POLLING : {},
          isReadOnShow: true,
          topics: ["order"],
        }),
        onError: ".failed",
      },
      on: {
        "screen.leave": "hidden",
        "query.loaded": {
          target: ".known",
          actions: { type: "keepRows", params: ({ event }) => event.loaded },
        },
        "query.change": [
          {
            guard: { type: "isOtherPeriod", params: ({ event }) => event.patch },
            target: "shown",
            reenter: true,
            actions: [
              { type: "changeQuery", params: ({ event }) => event.patch },
              "forgetRows",
              { type: "reportQuery", params: true },
            ],
          },
          {
            actions: [
              { type: "changeQuery", params: ({ event }) => event.patch },
              { type: "reportQuery", params: ({ event }) => !("text" in event.patch) },
            ],
          },
        ],
      },
      states: {
        opening: { always: [{ guard: "hasRows", target: "known" }, { target: "loading" }] },
        loading: {
          tags: "skeleton",
          on: {
            "list.refresh": { actions: "refresh" },
            "query.failed": {
              target: "failed",
              actions: { type: "keepFailure", params: ({ event }) => event.failure },
            },
          },
        },
        known: {
          on: {
            "list.refresh": { actions: "refresh" },
            "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
          },
        },
        failed: { tags: "failed", on: { "list.refresh": { target: "loading", actions: "refresh" } } },
      },
    },
  },
});
