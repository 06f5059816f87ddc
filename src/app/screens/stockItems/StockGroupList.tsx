import { formatNumber } from "#domain/figures.ts";
import { NO_GROUP } from "#machines/catalogue/stockFilter.ts";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { type StockGroupRow, stockGroupDirectory } from "#machines/directory/descriptors/stockGroups.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { scopePath } from "../catalogue/catalogueScope.ts";

const columns: readonly ListColumn<StockGroupRow>[] = [
  {
    head: "Группа товаров",
    cell: ({ id }) => (id ? <span className="wrap-anywhere">{id}</span> : <em>Без группы</em>),
    value: ({ id }) => id || "Без группы",
    narrow: "lead",
  },
  {
    head: "Товаров",
    cell: ({ countItems }) => formatNumber(countItems),
    value: ({ countItems }) => countItems,
    align: "right",
  },
];

/**
 * List of stock groups with links to their stock items. A group is a value of a text field of stock items, so it exists
 * only while a stock item has this value.
 */
export const StockGroupList = ({ scope }: { scope: CatalogueOwner }) => (
  <DirectoryList
    descriptor={stockGroupDirectory}
    scope={scope}
    title={"companyId" in scope ? "Группы товаров" : "Группы товаров группы компаний"}
    columns={columns}
    open={({ id }) => `${scopePath(scope)}/StockItem?${new URLSearchParams({ group: id || NO_GROUP })}`}
    links={[]}
    commands={{}}
    empty="Товаров пока нет. Группа появится, когда её укажут у товара."
  />
);
