import { useState } from "react";
import { stockMatcher } from "#machines/catalogue/stockFilter.ts";
import { type CatalogueOwner, isOwn } from "#machines/directory/descriptors/catalogue.ts";
import { type StockItemRow, stockItemDirectory } from "#machines/directory/descriptors/stockItems.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { RowCommandTexts } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { useQueryText } from "../../shared/useQueryText.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { StockItemFilters } from "./StockItemFilters.tsx";
import { stockItemColumns } from "./stockItemColumns.tsx";

/**
 * List of the stock items of a company or of a company group. For a company it includes the stock items inherited from
 * the group (business, section 7).
 */
export const StockItemList = ({ scope }: { scope: CatalogueOwner }) => {
  const path = scopePath(scope);
  const [title, setTitle] = useQueryText("title");
  const [group, setGroup] = useQueryText("group");
  const hasGroups = useHasExtensionFields();
  const [columns] = useState(() => stockItemColumns(scope, hasGroups));
  const isOwnRow = (item: StockItemRow) => isOwn(scope, item);
  const remove: RowCommandTexts<StockItemRow> = {
    ...removeLabel,
    title: (item) => `Удалить товар «${item.title}»?`,
    question: () => "Уверены, что хотите удалить товар? Складские операции с ним останутся.",
    done: (item) => `Товар «${item.title}» удалён`,
  };
  return (
    <DirectoryList
      descriptor={stockItemDirectory}
      scope={scope}
      permissions={useCataloguePermissions(scope)}
      title={"companyId" in scope ? "Товары склада" : "Товары склада группы компаний"}
      add={{ label: "Добавить товар", href: `${path}/StockItem/New` }}
      columns={columns}
      open={({ id }) => `${path}/StockItem/${id}/Edit`}
      links={[{ ...editLink<StockItemRow>(`${path}/StockItem`), isFor: isOwnRow }]}
      commands={{ remove }}
      isShown={stockMatcher({ title, group })}
      module="stockItems"
      empty="Товаров пока нет. Добавьте первый: из них составляют позиции меню, по ним ведут склад."
    >
      <StockItemFilters
        hasGroups={hasGroups}
        filter={{ title, group }}
        scope={scope}
        onTitle={setTitle}
        onGroup={setGroup}
      />
      <span className="flex-1" />
      <ActionLink href={`${path}/StockGroup`}>Группы товаров</ActionLink>
    </DirectoryList>
  );
};
