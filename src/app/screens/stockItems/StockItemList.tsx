import { useState } from "react";
import { fitsStock } from "#machines/catalogue/stockFilter.ts";
import { type CatalogueScope, isOwn } from "#machines/resources/catalogue.ts";
import { type StockItemRow, stockItems } from "#machines/resources/stockItems.ts";
import { ActionLink } from "../../resource/ActionLink.tsx";
import type { RowCommandWords } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removing } from "../../resource/rowActions.tsx";
import { useQueryText } from "../../resource/useQueryText.ts";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { StockItemFilters } from "./StockItemFilters.tsx";
import { stockItemColumns } from "./stockItemColumns.tsx";

/** The stock items of a company with those of its group, or of a group (business, section 7). */
export const StockItemList = ({ scope }: { scope: CatalogueScope }) => {
  const path = scopePath(scope);
  const whyFixed = useWhyFixed(scope, "stock.edit");
  const [title, setTitle] = useQueryText("title");
  const [group, setGroup] = useQueryText("group");
  const [columns] = useState(() => stockItemColumns(scope));
  const isMine = (item: StockItemRow) => isOwn(scope, item);
  const remove: RowCommandWords<StockItemRow> = {
    ...removing,
    isFor: isMine,
    why: () => whyFixed,
    title: (item) => `Удалить товар «${item.title}»?`,
    question: () => "Уверены, что хотите удалить товар? Складские операции с ним останутся.",
    done: (item) => `Товар «${item.title}» удалён`,
  };
  return (
    <ResourceList
      resource={stockItems}
      scope={scope}
      title={"companyId" in scope ? "Товары склада" : "Товары склада группы компаний"}
      add={{ label: "Добавить товар", href: `${path}/StockItem/New`, why: whyFixed }}
      columns={columns}
      open={({ id }) => `${path}/StockItem/${id}/Edit`}
      links={[{ ...editLink<StockItemRow>(`${path}/StockItem`, whyFixed), isFor: isMine }]}
      commands={{ remove }}
      isShown={fitsStock({ title, group })}
      module="stockItems"
      empty="Товаров пока нет. Добавьте первый: из них составляют позиции меню, по ним ведут склад."
    >
      <StockItemFilters filter={{ title, group }} scope={scope} onTitle={setTitle} onGroup={setGroup} />
      <span className="flex-1" />
      <ActionLink href={`${path}/StockGroup`}>Группы товаров</ActionLink>
    </ResourceList>
  );
};
