import { isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/** Period for which sold dishes are counted. Undefined dates mean today. */
export interface SalesPeriod {
  readonly companyId: number;
  readonly startDate: Day | undefined;
  readonly endDate: Day | undefined;
}

/** Sold dish in a category. The server states if the dish is in preparation or received by the customer. */
export type SoldDish = Schemas["RealizationRow"];

/** Category with its sold dishes and their total count. */
export interface SoldCategory {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly dishes: readonly SoldDish[];
}

/** Descriptor of the query for sold dishes: those in preparation and those that the customer has received. */
export const salesQuery: QueryDescriptor<SalesPeriod, readonly SoldDish[]> = {
  name: "sales",
  polling: ({ startDate }) => livePolling(startDate === undefined),
  load: (api, { companyId, startDate, endDate }, signal) =>
    unwrap(
      api.GET("/api/Statistic/Company/{companyId}/Realization", {
        params: { path: { companyId }, query: { ...(startDate && { startDate }), ...(endDate && { endDate }) } },
        signal,
      }),
      isListOf({ itemName: "string", categoryName: "string", count: "number" }),
    ),
};

/** Returns the total number of sold portions. */
export const countDishes = (dishes: readonly SoldDish[]): number => dishes.reduce((sum, { count }) => sum + count, 0);

/** Returns the key of a dish's category: the id of the category, or the name if the server sends no id. */
export const categoryKey = ({ categoryId, categoryName }: SoldDish): string => String(categoryId ?? categoryName);

/** Groups dishes by category. Categories and dishes are sorted by name. */
export const groupByCategory = (dishes: readonly SoldDish[]): SoldCategory[] => {
  const categories = new Map<string, SoldDish[]>();
  for (const dish of dishes) {
    const key = categoryKey(dish);
    categories.set(key, [...(categories.get(key) ?? []), dish]);
  }
  return [...categories]
    .map(([key, own]) => ({
      key,
      name: own[0]?.categoryName ?? "",
      count: countDishes(own),
      dishes: own.toSorted((one, other) => one.itemName.localeCompare(other.itemName, "ru")),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, "ru"));
};
