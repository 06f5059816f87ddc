import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { searchPart } from "./textFilter.ts";

/** Filter of the dish list, stored in the URL. An empty string means no filter. */
export interface DishFilter {
  readonly name: string;
  readonly vendorCode: string;
  readonly category: string;
  readonly active: string;
}

/**
 * Returns the predicate of a filter. It matches part of the name, part of the vendor code, the category, and the active
 * flag.
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
