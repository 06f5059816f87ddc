import { type DishFilter, dishMatcher } from "#machines/catalogue/dishFilter.ts";
import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { useQueryText } from "../../shared/useQueryText.ts";

/**
 * Returns the filter of the dish list and functions that change the filter. The filter is stored in the query string.
 */
export const useItemFilter = () => {
  const [name, setName] = useQueryText("name");
  const [vendorCode, setVendorCode] = useQueryText("vendorCode");
  const [category, setCategory] = useQueryText("category");
  const [active, setActive] = useQueryText("active");
  const filter: DishFilter = { name, vendorCode, category, active };
  const isShown = dishMatcher(filter);
  return { ...filter, setName, setVendorCode, setCategory, setActive, isShown: (item: DishRow) => isShown(item) };
};
