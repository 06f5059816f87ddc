import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { searchPart } from "./textFilter.ts";

/** What the list of dishes is narrowed by, as its query string keeps it; an empty text is no filter. */
export interface DishFilter {
  readonly name: string;
  readonly vendorCode: string;
  readonly category: string;
  readonly active: string;
}

/** Asks whether a dish fits a filter: part of the name, part of the vendor code, a category, and whether it is active. */
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
