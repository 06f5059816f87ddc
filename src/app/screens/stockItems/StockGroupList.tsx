import { writeNumber } from "#domain/figures.ts";
import { NO_GROUP } from "#machines/catalogue/stockFilter.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { type StockGroupRow, stockGroups } from "#machines/resources/stockGroups.ts";
import type { Column } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { scopePath } from "../catalogue/cataloguePlace.ts";

const columns: readonly Column<StockGroupRow>[] = [
  {
    head: "Группа товаров",
    cell: ({ id }) => (id ? <span className="wrap-anywhere">{id}</span> : <em>Без группы</em>),
    narrow: "lead",
  },
  { head: "Товаров", cell: ({ countItems }) => writeNumber(countItems), align: "right" },
];

/** The groups of stock items, each with the way to its items; a group is there as long as an item names it. */
export const StockGroupList = ({ scope }: { scope: CatalogueScope }) => (
  <ResourceList
    resource={stockGroups}
    scope={scope}
    title={"companyId" in scope ? "Группы товаров" : "Группы товаров группы компаний"}
    columns={columns}
    open={({ id }) => `${scopePath(scope)}/StockItem?${new URLSearchParams({ group: id || NO_GROUP })}`}
    links={[]}
    commands={{}}
    empty="Товаров пока нет. Группа появится, когда её укажут у товара."
  />
);
