import { assign, enqueueActions, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import {
  type CompanyPrice,
  type PriceMutationReport,
  type PriceRequest,
  type PriceResult,
  parseOwnPrice,
  priceMutationMachine,
  priceText,
  reasonNotToSavePrice,
} from "./dishPrices.ts";

interface Input {
  readonly itemId: number;
  readonly row: CompanyPrice;
}

interface Context extends Input {
  /** Price as typed. An empty text means the shared price. */
  readonly text: string;
  readonly request: PriceRequest | undefined;
  readonly failure: Failure | undefined;
  /** True if another user has changed the price, so that `row` is newer than the row that the user edited. */
  readonly isStale: boolean;
  /** True from a save of the price until the next change. */
  readonly isSaved: boolean;
}

/** Report that the machine of a company sends to `dishPricesMachine`. */
export interface RowReport {
  readonly type: "row.report";
  readonly companyId: number;
  /** True if the typed price is not saved. */
  readonly isDirty: boolean;
  readonly isBusy: boolean;
}

const isDirty = ({ row, text }: Context): boolean => reasonNotToSavePrice(row, text) !== "unchanged";

const requestPrice = ({ row: { companyId, version }, itemId, text }: Context): PriceRequest => ({
  kind: "price",
  companyId,
  itemId,
  price: parseOwnPrice(text) ?? null,
  version,
});

const requestStop = ({ row: { companyId, stop }, itemId }: Context): PriceRequest => ({
  kind: "stop",
  companyId,
  itemId,
  isStopped: stop === null,
});

const requestOf = ({ request }: Context): PriceRequest => {
  if (!request) throw new Error("No change was requested");
  return request;
};

/**
 * Price of a company group's dish in one company, and the entry of the dish in the company's stop list. The user
 * changes the price and the entry separately.
 */
export const companyPriceMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as
      | { type: "price.type"; text: string }
      | { type: "price.reset" }
      | { type: "price.save" }
      | { type: "stop.toggle" }
      | { type: "row.refresh"; row: CompanyPrice }
      | PriceMutationReport,
    tags: {} as "busy",
    children: {} as { mutation: "mutation" },
  },
  actors: { mutation: priceMutationMachine },
  guards: {
    maySave: ({ context }) => reasonNotToSavePrice(context.row, context.text) === undefined,
    isDirty: ({ context }) => isDirty(context),
  },
  actions: {
    setText: assign((_, text: string) => ({ text, failure: undefined, isSaved: false })),
    resetText: assign(({ context }) => ({ text: priceText(context.row), failure: undefined, isStale: false })),
    askPrice: assign(({ context }) => ({ request: requestPrice(context) })),
    askStop: assign(({ context }) => ({ request: requestStop(context) })),
    forgetFailure: assign({ failure: undefined, isStale: false, isSaved: false }),
    keepRow: assign((_, row: CompanyPrice) => ({ row, text: priceText(row) })),
    /**
     * Stores only the new stop-list entry. The version of the price is not updated, so that the server detects a change
     * by another user when the price is saved.
     */
    keepStop: assign(({ context }, { stop }: CompanyPrice) => ({ row: { ...context.row, stop } })),
    keepResult: assign(({ context }, result: PriceResult) => {
      const row = { ...context.row, ...result };
      const isPrice = context.request?.kind === "price";
      return { row, text: isPrice ? priceText(row) : context.text, isSaved: isPrice };
    }),
    keepStale: assign((_, row: CompanyPrice) => ({ row, isStale: true })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    report: enqueueActions(({ self, context, enqueue }, isBusy: boolean) => {
      const { companyId } = context.row;
      const report: RowReport = { type: "row.report", companyId, isDirty: isDirty(context), isBusy };
      notifyParent({ self, enqueue }, report);
    }),
  },
}).createMachine({
  id: "companyPrice",
  context: ({ input }) => ({
    ...input,
    text: priceText(input.row),
    request: undefined,
    failure: undefined,
    isStale: false,
    isSaved: false,
  }),
  initial: "editing",
  states: {
    editing: {
      entry: { type: "report", params: false },
      on: {
        "price.type": {
          actions: [
            { type: "setText", params: ({ event }) => event.text },
            { type: "report", params: false },
          ],
        },
        "price.reset": { actions: ["resetText", { type: "report", params: false }] },
        "price.save": { guard: "maySave", target: "sending", actions: "askPrice" },
        "stop.toggle": { target: "sending", actions: "askStop" },
        "row.refresh": [
          { guard: "isDirty", actions: { type: "keepStop", params: ({ event }) => event.row } },
          { actions: { type: "keepRow", params: ({ event }) => event.row } },
        ],
      },
    },
    sending: {
      description: "A row that was read in the meantime may be older than the change, so it is ignored.",
      tags: "busy",
      entry: ["forgetFailure", { type: "report", params: true }],
      invoke: {
        id: "mutation",
        src: "mutation",
        input: ({ context }) => ({ request: requestOf(context) }),
        onError: { target: "editing", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.recorded": {
          target: "editing",
          actions: { type: "keepResult", params: ({ event }) => event.result },
        },
        "mutation.stale": { target: "editing", actions: { type: "keepStale", params: ({ event }) => event.current } },
        "mutation.refused": {
          target: "editing",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "mutation.dropped": "editing",
      },
    },
  },
});
