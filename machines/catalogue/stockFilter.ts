import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { searchPart } from "./textFilter.ts";

/** What the list of stock items is narrowed by, as its query string keeps it; an empty text is no filter. */
export interface StockFilter {
  readonly title: string;
  readonly group: string;
}

/** The items that are in no group: a blank, which no name of a group is. */
export const NO_GROUP = " ";

const isIn = (group: string, { groupName }: Pick<StockItemRow, "groupName">): boolean =>
  group === NO_GROUP ? !groupName : groupName?.toLowerCase() === group.toLowerCase();

/** Asks whether a stock item fits a filter: part of its title, and its group. */
export const stockMatcher = ({ title, group }: StockFilter): ((item: StockItemRow) => boolean) => {
  const part = searchPart(title);
  return (item) => (part === "" || item.title.toLowerCase().includes(part)) && (group === "" || isIn(group, item));
};
