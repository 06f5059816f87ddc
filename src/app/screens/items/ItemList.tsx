import { useMemo, useState } from "react";
import { type CatalogueScope, isOwn } from "#machines/resources/catalogue.ts";
import { type ItemRow, items } from "#machines/resources/items.ts";
import type { RowCommandWords } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removing } from "../../resource/rowActions.tsx";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { ItemExport } from "./ItemExport.tsx";
import { ItemFilters } from "./ItemFilters.tsx";
import { ItemImportButton } from "./ItemImportButton.tsx";
import { itemColumns } from "./itemColumns.tsx";
import { useItemFilter } from "./useItemFilter.ts";

/** The dishes of a company with those of its group, or of a group (business, section 2). */
export const ItemList = ({ scope }: { scope: CatalogueScope }) => {
  const path = scopePath(scope);
  const whyFixed = useWhyFixed(scope);
  const [round, setRound] = useState(0);
  const filter = useItemFilter();
  const isMine = (item: ItemRow) => isOwn(scope, item);
  const columns = useMemo(itemColumns, []);
  const remove: RowCommandWords<ItemRow> = {
    ...removing,
    isFor: isMine,
    why: () => whyFixed,
    title: ({ name }) => `Удалить позицию «${name}»?`,
    question: () => "Уверены, что хотите удалить позицию? В принятых заказах она останется с прежней ценой.",
    done: ({ name }) => `Позиция «${name}» удалена`,
  };
  return (
    <ResourceList
      key={round}
      resource={items}
      scope={scope}
      title={"companyId" in scope ? "Позиции меню" : "Позиции меню группы компаний"}
      add={{ label: "Добавить позицию", href: `${path}/Item/New`, why: whyFixed }}
      columns={columns}
      open={({ id }) => `${path}/Item/${id}/Edit`}
      links={[{ ...editLink<ItemRow>(`${path}/Item`, whyFixed), isFor: isMine }]}
      commands={{ remove }}
      isShown={filter.isShown}
      module="Item_list_module"
      empty="Позиций пока нет. Добавьте первую или загрузите таблицу: из них составляют заказы."
    >
      <ItemFilters filter={filter} scope={scope} />
      <span className="flex-1" />
      <ItemExport scope={scope} />
      <ItemImportButton scope={scope} why={whyFixed} onDone={() => setRound(round + 1)} />
    </ResourceList>
  );
};
