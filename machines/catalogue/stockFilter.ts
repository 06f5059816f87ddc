import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { searchPart } from "./textFilter.ts";

/** Filter of the list of stock items, as the URL keeps it. An empty text means no filter. */
export interface StockFilter {
  readonly title: string;
  readonly group: string;
}

/** Filter value for stock items without a group: a space, which no group has as its name. */
export const NO_GROUP = " ";

const isIn = (group: string, { groupName }: Pick<StockItemRow, "groupName">): boolean =>
  group === NO_GROUP ? !groupName : groupName?.toLowerCase() === group.toLowerCase();

/** Returns the predicate of a filter: part of the title, and group. */
export const stockMatcher = ({ title, group }: StockFilter): ((item: StockItemRow) => boolean) => {
  const part = searchPart(title);
  return (item) => (part === "" || item.title.toLowerCase().includes(part)) && (group === "" || isIn(group, item));
};
