import { searchPart } from "#machines/catalogue/textFilter.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";

/** What the stock list is narrowed by. */
export interface StockListFilter {
  readonly title: string;
  /** Whether hidden ones are shown too. */
  readonly isAll: boolean;
}

/** Asks whether a stock item fits the filter of the stock list. */
export const fitsStockList = ({ title, isAll }: StockListFilter): ((row: StockRow) => boolean) => {
  const part = searchPart(title);
  return (row) => (isAll || !row.isHidden) && row.title.toLowerCase().includes(part);
};
