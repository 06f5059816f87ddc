import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { isDecimalBetween } from "#domain/decimalRange.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import type { QueryDescriptor, QueryReport } from "#machines/core/query.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";

/**
 * Price of a company group's dish in one company. `stop` is the entry of the dish in the company's stop list, or null.
 */
export type CompanyPrice = Schemas["ItemPrice"];

/** Prices of a dish by company, and the number of companies that the user may not see. */
export type DishPrices = Schemas["GroupItemPrices"];

/** Query for the prices of a company group's dish. `scope` is the company group, or a company of this group. */
export interface DishPricesQuery {
  readonly scope: CatalogueOwner;
  readonly itemId: number;
}

/** Change of the price or of the stop-list entry of a dish in a company. A `price` of null means the shared price. */
export type PriceRequest = { readonly companyId: number; readonly itemId: number } & (
  | { readonly kind: "price"; readonly price: number | null; readonly version: number }
  | { readonly kind: "stop"; readonly isStopped: boolean }
);

/** Data of the company after a change. After a change of the stop-list entry, only the entry is known. */
export type PriceResult = CompanyPrice | Pick<CompanyPrice, "stop">;

/** Mutation that changes the price or the stop-list entry of a dish in a company. */
export const priceMutationMachine = mutationMachineOf<PriceRequest, PriceResult, CompanyPrice>();

/** Events that the mutation sends to the machine of the company. */
export type PriceMutationReport = MutationReport<PriceResult, CompanyPrice>;

/** Events that the query sends to the machine of the prices. */
export type PricesQueryReport = QueryReport<DishPricesQuery, DishPrices, "query">;

const priceFields = {
  companyId: "number",
  companyName: "string",
  itemName: "string",
  sharedPrice: "number",
  version: "number",
} as const;

/** Returns true if an answer is the price of a dish in a company. */
export const isCompanyPrice = (answer: unknown): answer is CompanyPrice => hasFields(answer, priceFields);

const arePrices = isListOf(priceFields);

const isDishPrices = (answer: unknown): answer is DishPrices =>
  hasFields(answer, { companies: "list", hiddenCount: "number" }) && arePrices(Reflect.get(answer, "companies"));

const POLL_MS = 60_000;

/** Descriptor of the query for the prices of a dish: in all companies of a group, or in one company. */
export const dishPricesQuery: QueryDescriptor<DishPricesQuery, DishPrices> = {
  name: "dishPrices",
  topics: ["stop"],
  polling: () => ({ visible: POLL_MS }),
  load: async (api, { scope, itemId: id }, signal) => {
    if ("companyGroupId" in scope) {
      const params = { path: { ...scope, id } };
      return unwrap(api.GET("/api/Item/{id}/CompanyGroup/{companyGroupId}/Price", { params, signal }), isDishPrices);
    }
    const params = { path: { ...scope, id } };
    const price = await unwrap(api.GET("/api/Item/{id}/Company/{companyId}/Price", { params, signal }), isCompanyPrice);
    return { companies: [price], hiddenCount: 0 };
  },
};

/** Returns the text of a company's own price. The text is empty if the shared price applies. */
export const priceText = ({ price }: Pick<CompanyPrice, "price">): string => (price === null ? "" : decimalText(price));

/**
 * Parses the typed price. Returns null for an empty text, which means the shared price, and undefined for a text that
 * is not a price.
 */
export const parseOwnPrice = (text: string): number | null | undefined => {
  if (text.trim() === "") return null;
  return isDecimalBetween(text, 0) ? parseDecimal(text) : undefined;
};

/** Reason why a price cannot be saved. */
export type PriceReason = "unchanged" | "badPrice";

/** Returns the reason why a typed price cannot be saved, or undefined if there is none. */
export const reasonNotToSavePrice = (row: Pick<CompanyPrice, "price">, text: string): PriceReason | undefined => {
  const price = parseOwnPrice(text);
  if (price === undefined) return "badPrice";
  return price === row.price ? "unchanged" : undefined;
};
