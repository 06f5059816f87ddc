import { searchPart } from "#machines/catalogue/textFilter.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";

/** Filter of the stock balance list. */
export interface StockListFilter {
  readonly title: string;
  /** True if hidden stock items are shown too. */
  readonly isAll: boolean;
  /** True if only stock items below their minimum are shown. */
  readonly isLow?: boolean;
}

/**
 * Returns a function that checks if a stock item matches the filter. The title must contain the filter text in any
 * letter case, but a text of fewer than three characters matches every title. Hidden stock items match only with
 * `isAll`. With `isLow`, only stock items below their minimum match.
 */
export const stockListMatcher = ({ title, isAll, isLow = false }: StockListFilter): ((row: StockRow) => boolean) => {
  const part = searchPart(title);
  return (row) => (isAll || !row.isHidden) && (!isLow || row.isLow === true) && row.title.toLowerCase().includes(part);
};
