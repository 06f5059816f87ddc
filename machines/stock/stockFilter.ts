import { searchPart } from "#machines/catalogue/textFilter.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";

/** Filter of the stock list. */
export interface StockListFilter {
  readonly title: string;
  /** Whether hidden stock items are shown too. */
  readonly isAll: boolean;
}

/** Returns the predicate of the filter. */
export const stockListMatcher = ({ title, isAll }: StockListFilter): ((row: StockRow) => boolean) => {
  const part = searchPart(title);
  return (row) => (isAll || !row.isHidden) && row.title.toLowerCase().includes(part);
};
