import { searchPart } from "#machines/catalogue/textFilter.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";

/** Filter of the stock balance list. */
export interface StockListFilter {
  readonly title: string;
  /** True if hidden stock items are shown too. */
  readonly isAll: boolean;
}

/** Returns the predicate of a filter. It matches part of the title, and hides hidden stock items unless `isAll` is true. */
export const stockListMatcher = ({ title, isAll }: StockListFilter): ((row: StockRow) => boolean) => {
  const part = searchPart(title);
  return (row) => (isAll || !row.isHidden) && row.title.toLowerCase().includes(part);
};
