import type { CategoryRow } from "#machines/directory/descriptors/categories.ts";
import type { KitchenStationDraft } from "#machines/directory/descriptors/kitchenStations.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { categoryName } from "../catalogue/CategoriesChoice.tsx";

/** Returns the values of a station draft as text. */
export const describeStation = (
  { name, categoriesId, prepMinutes, isExpo }: KitchenStationDraft,
  { categories }: { readonly categories: readonly CategoryRow[] },
): readonly Fact[] => [
  ["Название", name],
  ["Категории", categoriesId.map((id) => categoryName(categories, id)).join(", ")],
  ["Минут на блюдо", prepMinutes],
  ["Собирает заказы", yesOrNo(isExpo)],
];
