import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { companyPriceMachine, type RowReport } from "./companyPrice.machine.ts";
import {
  type CompanyPrice,
  type DishPrices,
  type DishPricesQuery,
  dishPricesQuery,
  type PricesQueryReport,
} from "./dishPrices.ts";

/** Company in the table of prices. */
interface PriceRow {
  readonly companyId: number;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
}

interface Context {
  readonly query: DishPricesQuery;
  /** Companies, sorted by id. Undefined until the prices are loaded. */
  readonly rows: readonly PriceRow[] | undefined;
  /**
   * Name of the dish, and the shared price for companies without a price of their own. Undefined until the prices are
   * loaded.
   */
  readonly dish: Pick<CompanyPrice, "itemName" | "sharedPrice"> | undefined;
  /** Number of companies that belong to the group but are hidden from the user. */
  readonly hiddenCount: number;
  /** Failure of the last read. */
  readonly failure: Failure | undefined;
}

/** Returns the id of the actor of a company. */
export const priceRowId = (companyId: number): string => `company${companyId}`;

const dirtyIds = ({ rows = [] }: Context): readonly number[] =>
  rows.filter(({ isDirty }) => isDirty).map(({ companyId }) => companyId);

/** Reason why the prices cannot be saved. */
export type PricesReason = "unchanged" | "busy";

/** Returns the reason why the prices cannot be saved, or undefined if there is none. */
export const reasonNotToSavePrices = (context: Context): PricesReason | undefined => {
  if (context.rows?.some(({ isBusy }) => isBusy)) return "busy";
  return dirtyIds(context).length === 0 ? "unchanged" : undefined;
};

/**
 * Prices and stop-list entries of a company group's dish by company. Each company has an actor of its own, so a refusal
 * concerns only one company.
 */
export const dishPricesMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly query: DishPricesQuery },
    events: {} as
      | { type: "prices.save" }
      | { type: "prices.refresh" }
      | { type: "prices.close" }
      | { type: "prices.stay" }
      | { type: "prices.discard" }
      | RowReport
      | PricesQueryReport,
    emitted: {} as { type: "prices.closed" },
  },
  actors: { query: queryMachineOf<DishPricesQuery, DishPrices>(), company: companyPriceMachine },
  guards: {
    isBusy: ({ context }) => reasonNotToSavePrices(context) === "busy",
    isDirty: ({ context }) => dirtyIds(context).length > 0,
  },
  actions: {
    synchronise: enqueueActions(({ context, enqueue }, { companies, hiddenCount }: DishPrices) => {
      const { rows: before = [], query } = context;
      const isKnown = (wanted: number) => before.some(({ companyId }) => companyId === wanted);
      enqueue.assign({
        hiddenCount,
        dish: companies[0],
        failure: undefined,
        rows: companies.map(
          ({ companyId }) =>
            before.find((row) => row.companyId === companyId) ?? { companyId, isDirty: false, isBusy: false },
        ),
      });
      for (const { companyId } of before)
        if (companies.every((row) => row.companyId !== companyId)) enqueue.stopChild(priceRowId(companyId));
      for (const row of companies) {
        const id = priceRowId(row.companyId);
        if (isKnown(row.companyId)) enqueue.sendTo(id, { type: "row.refresh", row });
        else enqueue.spawnChild("company", { id, input: { itemId: query.itemId, row } });
      }
    }),
    keepReport: assign(({ context: { rows } }, { companyId, isDirty, isBusy }: RowReport) => ({
      rows: rows?.map((row) => (row.companyId === companyId ? { companyId, isDirty, isBusy } : row)),
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    saveAll: enqueueActions(({ context, enqueue }) => {
      for (const companyId of dirtyIds(context)) enqueue.sendTo(priceRowId(companyId), { type: "price.save" });
    }),
    discardAll: enqueueActions(({ context, enqueue }) => {
      for (const companyId of dirtyIds(context)) enqueue.sendTo(priceRowId(companyId), { type: "price.reset" });
    }),
    refresh: sendTo("query", { type: "query.refresh" }),
    reportClosed: emit({ type: "prices.closed" as const }),
  },
}).createMachine({
  id: "dishPrices",
  context: ({ input: { query } }) => ({
    query,
    rows: undefined,
    dish: undefined,
    hiddenCount: 0,
    failure: undefined,
  }),
  invoke: {
    id: "query",
    src: "query",
    input: ({ context: { query } }) => ({ query, topics: dishPricesQuery.topics }),
    onError: { actions: { type: "keepFailure", params: failureOf } },
  },
  on: {
    "query.loaded": { actions: { type: "synchronise", params: ({ event }) => event.loaded.data } },
    "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
    "row.report": { actions: { type: "keepReport", params: ({ event }) => event } },
    "prices.refresh": { actions: "refresh" },
  },
  initial: "shown",
  states: {
    shown: {
      on: {
        "prices.save": { actions: "saveAll" },
        "prices.close": [
          { guard: "isBusy", description: "The outcome of a change is shown only here." },
          { guard: "isDirty", target: "leaving" },
          { actions: "reportClosed" },
        ],
      },
    },
    leaving: {
      description: "The user has typed prices that are not saved.",
      on: {
        "prices.stay": "shown",
        "prices.discard": { target: "shown", actions: ["discardAll", "reportClosed"] },
      },
    },
  },
});
