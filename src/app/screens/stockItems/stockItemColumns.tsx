import { formatAmount } from "#domain/money.ts";
import { type CatalogueScope, isOwn } from "#machines/resources/catalogue.ts";
import type { StockItemRow } from "#machines/resources/stockItems.ts";
import type { Column } from "../../resource/listParts.ts";

/** The columns of the list of stock items; what a company inherits from its group is marked. */
export const stockItemColumns = (scope: CatalogueScope): readonly Column<StockItemRow>[] => [
  {
    head: "Название",
    cell: (item) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {item.title}
        {!isOwn(scope, item) && <span className="badge">группа</span>}
        {item.isMade && <span className="badge">полуфабрикат</span>}
      </span>
    ),
    narrow: "lead",
  },
  {
    head: "Группа товаров",
    cell: ({ groupName }) => <span className="wrap-anywhere">{groupName ?? "—"}</span>,
  },
  { head: "Ед. изм.", cell: ({ unit }) => unit },
  { head: "Себестоимость, р.", cell: ({ estimateCost }) => formatAmount(estimateCost), align: "right" },
];
