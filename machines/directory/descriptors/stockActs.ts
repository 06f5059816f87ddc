import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { roundDecimal, roundMoney } from "#domain/money.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DocumentDescriptor } from "#machines/stock/stockDocument.ts";

/** Stock act: the write-off or the production of stock items. */
export type StockAct = Schemas["StockAct"];
export type StockActRow = Schemas["StockActRow"];
export type StockActKind = Schemas["StockActKind"];
/** Reason of a write-off. */
export type StockActReason = NonNullable<Schemas["NullableActReason"]>;

const isRow = { id: "number", kind: "string", state: "string", date: "moment", version: "number" } as const;

/** Returns true if an answer is a stock act. */
export const isStockAct = (answer: unknown): answer is StockAct =>
  hasFields(answer, { ...isRow, items: "list" }) &&
  isListOf({ count: "number", ingredients: "list" })(Reflect.get(answer, "items"));

/** Filter of the stock acts: period, kind and state. An undefined field matches all stock acts. */
export interface StockActFilter {
  readonly companyId: number;
  readonly start: Day;
  readonly end: Day;
  readonly kind: StockActKind | undefined;
  readonly state: Schemas["StockActState"] | undefined;
}

/** Descriptor of the query for the stock acts of a period. */
export const stockActsQuery: QueryDescriptor<StockActFilter, readonly StockActRow[]> = {
  name: "stockActs",
  topics: ["stockAct"],
  polling: () => livePolling(true),
  load: (api, { companyId, start, end, kind, state }, signal) =>
    unwrap(
      api.GET("/api/StockAct/Company/{companyId}/Summury", {
        params: {
          path: { companyId },
          query: { startDate: start, endDate: end, ...(kind && { kind }), ...(state && { state }) },
        },
        signal,
      }),
      isListOf(isRow),
    ),
};

/** API calls that read, approve, reverse and remove a stock act. Used by the stock document machine and the editor. */
export const stockActDocument: DocumentDescriptor<StockAct> = {
  name: "stockAct",
  topics: ["stockAct"],
  isDocument: isStockAct,
  load: (api, path, signal) =>
    unwrap(api.GET("/api/StockAct/{id}/Company/{companyId}", { params: { path }, signal }), isStockAct),
  act: async (api, { companyId, id, action, details: { isOnShelf }, version, key, isForced }) => {
    const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
    if (action === "remove") {
      await unwrap(api.DELETE("/api/StockAct/{id}/Company/{companyId}", { params }));
      return { entry: undefined };
    }
    const body = { companyId, isBelowZeroAllowed: isForced };
    const answer =
      action === "approve"
        ? api.POST("/api/StockAct/{id}/Company/{companyId}/Approve", {
            params,
            body: { ...body, ...(isOnShelf !== undefined && { isOnShelf }) },
          })
        : api.POST("/api/StockAct/{id}/Company/{companyId}/Reverse", { params, body });
    return { entry: await unwrap(answer, isStockAct) };
  },
};

/** Ingredient of an act, with its quantity and amount. */
export type UsedIngredient = StockAct["items"][number]["ingredients"][number];

/**
 * Returns the ingredients of an act. Each ingredient occurs once, with its total quantity and amount over all lines.
 */
export const sumIngredients = ({ items }: Pick<StockAct, "items">): readonly UsedIngredient[] => {
  const sums = new Map<number, UsedIngredient>();
  for (const part of items.flatMap(({ ingredients }) => ingredients)) {
    const before = sums.get(part.stockItemId);
    sums.set(part.stockItemId, {
      ...part,
      count: roundDecimal(part.count + (before?.count ?? 0)),
      amount: roundMoney(part.amount + (before?.amount ?? 0)),
    });
  }
  return [...sums.values()];
};
