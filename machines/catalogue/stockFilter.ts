import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { searchPart } from "./textFilter.ts";

/** Filter of the stock item list, stored in the URL. An empty string means that all stock items match. */
export interface StockFilter {
  readonly title: string;
  readonly group: string;
}

/** Filter value for stock items without a stock group. It is a space, because no stock group can have this name. */
export const NO_GROUP = " ";

const isIn = (group: string, { groupName }: Pick<StockItemRow, "groupName">): boolean =>
  group === NO_GROUP ? !groupName : groupName?.toLowerCase() === group.toLowerCase();

/**
 * Returns a function that checks if a stock item matches the filter, in any letter case. The title must contain the
 * filter text, but a text of fewer than three characters matches every title. The stock group must have the chosen
 * name, or for `NO_GROUP` the item must have no stock group.
 */
export const stockMatcher = ({ title, group }: StockFilter): ((item: StockItemRow) => boolean) => {
  const part = searchPart(title);
  return (item) => (part === "" || item.title.toLowerCase().includes(part)) && (group === "" || isIn(group, item));
};
