import { unitCostOf } from "#domain/dish.ts";
import { formatAmount } from "#domain/money.ts";
import { type CatalogueOwner, isOwn } from "#machines/directory/descriptors/catalogue.ts";
import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import type { ListColumn } from "../../directory/listParts.ts";

const groupColumn: ListColumn<StockItemRow> = {
  head: "Группа товаров",
  cell: ({ groupName }) => <span className="wrap-anywhere">{groupName ?? "—"}</span>,
  value: ({ groupName }) => groupName ?? null,
};

/** Returns the columns of the stock item list. A badge marks items that are inherited from a company group. */
export const stockItemColumns = (scope: CatalogueOwner, hasGroups: boolean): readonly ListColumn<StockItemRow>[] => [
  {
    head: "Название",
    cell: (item) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {item.title}
        {!isOwn(scope, item) && <span className="badge">группа</span>}
        {item.isMade && <span className="badge">полуфабрикат</span>}
      </span>
    ),
    value: ({ title }) => title,
    narrow: "lead",
  },
  ...(hasGroups ? [groupColumn] : []),
  { head: "Ед. изм.", cell: ({ unit }) => unit },
  { head: "Себестоимость, р.", cell: (item) => formatAmount(unitCostOf(item)), value: unitCostOf, align: "right" },
];
