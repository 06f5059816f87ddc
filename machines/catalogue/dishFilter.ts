import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { searchPart } from "./textFilter.ts";

/** Filter of the dish list, stored in the URL. An empty string means that all dishes match. */
export interface DishFilter {
  readonly name: string;
  readonly vendorCode: string;
  readonly category: string;
  readonly active: string;
}

/**
 * Returns a function that checks if a dish matches the filter. The name and the vendor code must contain the filter
 * texts, in any letter case; a text of fewer than three characters matches every dish. The dish must belong to the
 * chosen category and have the chosen active flag, if they are set.
 */
export const dishMatcher = ({ name, vendorCode, category, active }: DishFilter): ((item: DishRow) => boolean) => {
  const namePart = searchPart(name);
  const codePart = searchPart(vendorCode);
  const categoryId = Number(category);
  return (item) =>
    (namePart === "" || item.name.toLowerCase().includes(namePart)) &&
    (codePart === "" || (item.vendorCode ?? "").toLowerCase().includes(codePart)) &&
    (!categoryId || item.categoriesId.includes(categoryId)) &&
    (active === "" || item.isActive === (active === "yes"));
};
