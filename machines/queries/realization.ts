import { type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";

/** The days whose dishes are counted; without them today. */
export interface SalesQuery {
  readonly companyId: number;
  readonly startDate: Day | undefined;
  readonly endDate: Day | undefined;
}

/** A dish that was ordered, in one of its categories, and whether it has been given to the client. */
export type SoldDish = Schemas["RealizationRow"];

/** The dishes of a category with how many there are of them together. */
export interface SoldCategory {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly dishes: readonly SoldDish[];
}

/** Dishes being prepared and given to the client. */
export const sales: QueryDescriptor<SalesQuery, readonly SoldDish[]> = {
  name: "sales",
  polling: ({ startDate }) => livePolling(startDate === undefined),
  load: (api, { companyId, startDate, endDate }, signal) =>
    unwrap(
      api.GET("/api/Statistic/Company/{companyId}/Realization", {
        params: { path: { companyId }, query: { ...(startDate && { startDate }), ...(endDate && { endDate }) } },
        signal,
      }),
      Array.isArray,
    ),
};

/** How many there are of some dishes together. */
export const countDishes = (dishes: readonly SoldDish[]): number => dishes.reduce((sum, { count }) => sum + count, 0);

/** What tells a dish's category from others: its id, or its name where the server tells no id. */
export const categoryKey = ({ categoryId, categoryName }: SoldDish): string => String(categoryId ?? categoryName);

/** Dishes by category, categories and dishes by name. */
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
