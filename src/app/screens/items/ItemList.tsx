import { useMemo } from "react";
import { type CatalogueOwner, isOwn } from "#machines/directory/descriptors/catalogue.ts";
import { type DishRow, itemDirectory } from "#machines/directory/descriptors/items.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { RowCommandTexts } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { scopePath, useReasonNotToEditCatalogue } from "../catalogue/catalogueScope.ts";
import { ItemExport } from "./ItemExport.tsx";
import { ItemFilters } from "./ItemFilters.tsx";
import { ItemImportButton } from "./ItemImportButton.tsx";
import { itemColumns } from "./itemColumns.tsx";
import { useItemFilter } from "./useItemFilter.ts";

/** List of the dishes of a group, or of a company including those inherited from its group (business, section 2). */
export const ItemList = ({ scope }: { scope: CatalogueOwner }) => {
  const path = scopePath(scope);
  const reason = useReasonNotToEditCatalogue(scope);
  const filter = useItemFilter();
  const isOwnRow = (item: DishRow) => isOwn(scope, item);
  const columns = useMemo(itemColumns, []);
  const canExport = useIsOffered("GET /api/Item/Company/{companyId}/Export");
  const canImport = useIsOffered("POST /api/Item/Company/{companyId}/Import");
  const remove: RowCommandTexts<DishRow> = {
    ...removeLabel,
    isFor: isOwnRow,
    why: () => reason,
    title: ({ name }) => `Удалить позицию «${name}»?`,
    question: () => "Уверены, что хотите удалить позицию? В принятых заказах она останется с прежней ценой.",
    done: ({ name }) => `Позиция «${name}» удалена`,
  };
  return (
    <DirectoryList
      descriptor={itemDirectory}
      scope={scope}
      title={"companyId" in scope ? "Позиции меню" : "Позиции меню группы компаний"}
      add={{ label: "Добавить позицию", href: `${path}/Item/New`, why: reason }}
      columns={columns}
      open={({ id }) => `${path}/Item/${id}/Edit`}
      links={[{ ...editLink<DishRow>(`${path}/Item`, reason), isFor: isOwnRow }]}
      commands={{ remove }}
      isShown={filter.isShown}
      module="Item_list_module"
      {...(canExport && { exportMenu: <ItemExport scope={scope} /> })}
      empty="Позиций пока нет. Добавьте первую или загрузите таблицу: из них составляют заказы."
    >
      {(refresh) => (
        <>
          <ItemFilters filter={filter} scope={scope} />
          <span className="flex-1" />
          {canImport && <ItemImportButton scope={scope} why={reason} onDone={refresh} />}
        </>
      )}
    </DirectoryList>
  );
};
