import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { searchPart } from "./textFilter.ts";

/** Filter of the list of dishes, as the URL keeps it. An empty text means no filter. */
export interface DishFilter {
  readonly name: string;
  readonly vendorCode: string;
  readonly category: string;
  readonly active: string;
}

/** Returns the predicate of a filter: part of the name, part of the vendor code, category, and active or not. */
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
