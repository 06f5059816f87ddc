import { hasParts } from "#machines/catalogue/composition.ts";
import type { StockItemChoices, StockItemDraft } from "#machines/directory/descriptors/stockItems.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { describeComposition } from "../catalogue/describeComposition.ts";

/** Returns the values of a stock item draft as text. */
export const describeStockItem = (
  { title, unit, estimateCost, groupName, parts, packs }: StockItemDraft,
  choices: StockItemChoices,
): readonly Fact[] => [
  ["Название", title],
  ["Единица измерения", unit],
  ["Группа", groupName],
  ["Себестоимость", hasParts(parts) ? "по составу" : estimateCost],
  ...packs.map(({ name, factor }): Fact => [`Упаковка: ${name.trim()}`, `${factor} ${unit}`]),
  ...describeComposition(parts, choices.stockItems),
];
