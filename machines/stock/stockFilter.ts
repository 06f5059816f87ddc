import { searchPart } from "#machines/catalogue/textFilter.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";

/** Filter of the stock balance list. */
export interface StockListFilter {
  readonly title: string;
  /** True if hidden stock items are shown too. */
  readonly isAll: boolean;
}

/**
 * Returns a function that checks if a stock item matches the filter. The title matches by substring; hidden stock items
 * match only if `isAll` is true.
 */
export const stockListMatcher = ({ title, isAll }: StockListFilter): ((row: StockRow) => boolean) => {
  const part = searchPart(title);
  return (row) => (isAll || !row.isHidden) && row.title.toLowerCase().includes(part);
};
