import { groupByCategory, type SoldDish } from "#machines/queries/realization.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

/** List of sold dishes on the screen: its title and its dishes. */
interface SoldList {
  readonly title: string;
  readonly dishes: readonly SoldDish[];
}

/** Exported row: a sold dish with the title of its list. */
type SoldRow = SoldDish & { readonly list: string };

/** Returns the exported rows of the lists, in the sequence of the screen. */
export const soldExportRows = (lists: readonly SoldList[]): readonly SoldRow[] =>
  lists.flatMap(({ title, dishes }) =>
    groupByCategory(dishes).flatMap((category) => category.dishes.map((dish) => ({ ...dish, list: title }))),
  );

/** Columns of the exported sold dishes. */
export const soldExportColumns: readonly ExportColumn<SoldRow>[] = [
  { head: "Состояние", value: ({ list }) => list },
  { head: "Категория", value: ({ categoryName }) => categoryName },
  { head: "Id", value: ({ itemId }) => itemId },
  { head: "Название", value: ({ itemName }) => itemName },
  { head: "Количество", value: ({ count }) => count },
];
