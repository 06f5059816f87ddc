import { Tags } from "lucide-react";
import { Suspense, useMemo } from "react";
import { type CatalogueOwner, isOwn } from "#machines/directory/descriptors/catalogue.ts";
import { type DishRow, itemDirectory } from "#machines/directory/descriptors/items.ts";
import { permissionReasonOf } from "#machines/session/permissions.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import { directoryReasonText } from "../../directory/directoryPermissions.ts";
import type { RowCommandTexts, RowLink } from "../../directory/listParts.ts";
import { editLink, removeLabel } from "../../directory/rowActions.tsx";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { ItemExport } from "./ItemExport.tsx";
import { ItemFilters } from "./ItemFilters.tsx";
import { ItemImportButton } from "./ItemImportButton.tsx";
import { itemColumns } from "./itemColumns.tsx";
import { useItemFilter } from "./useItemFilter.ts";

const DishPricesDialog = lazyComponent("DishPricesDialog", () => import("./prices/DishPricesDialog.tsx"));

/**
 * List of the dishes of a company or of a company group. For a company it includes the dishes inherited from the group
 * (business, section 2).
 */
export const ItemList = ({ scope }: { scope: CatalogueOwner }) => {
  const path = scopePath(scope);
  const permissions = useCataloguePermissions(scope);
  const reason = directoryReasonText(permissionReasonOf(permissions, "catalogue.edit"), scope);
  const filter = useItemFilter();
  const isOwnRow = (item: DishRow) => isOwn(scope, item);
  const columns = useMemo(itemColumns, []);
  const canExport = useIsOffered("GET /api/Item/Company/{companyId}/Export");
  const canImport = useIsOffered("POST /api/Item/Company/{companyId}/Import");
  const hasPrices = useIsOffered("GET /api/Item/{id}/CompanyGroup/{companyGroupId}/Price") && "companyGroupId" in scope;
  const { search, change } = useQueryString();
  const pricesOf = Number(new URLSearchParams(search).get("prices"));
  const pricesLink: RowLink<DishRow> = {
    label: "Цены и стоп",
    icon: <Tags size={16} aria-hidden />,
    isRare: true,
    href: ({ id }) => {
      const query = new URLSearchParams(search);
      query.set("prices", String(id));
      return `${path}/Item?${query}`;
    },
  };
  const remove: RowCommandTexts<DishRow> = {
    ...removeLabel,
    title: ({ name }) => `Удалить позицию «${name}»?`,
    question: () => "Уверены, что хотите удалить позицию? В принятых заказах она останется с прежней ценой.",
    done: ({ name }) => `Позиция «${name}» удалена`,
  };
  return (
    <>
      <DirectoryList
        descriptor={itemDirectory}
        scope={scope}
        permissions={permissions}
        title={"companyId" in scope ? "Позиции меню" : "Позиции меню группы компаний"}
        add={{ label: "Добавить позицию", href: `${path}/Item/New` }}
        columns={columns}
        open={({ id }) => `${path}/Item/${id}/Edit`}
        links={[...(hasPrices ? [pricesLink] : []), { ...editLink<DishRow>(`${path}/Item`), isFor: isOwnRow }]}
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
      <Suspense>
        {hasPrices && pricesOf > 0 && (
          <DishPricesDialog key={pricesOf} {...scope} itemId={pricesOf} onClose={() => change({ prices: "" }, false)} />
        )}
      </Suspense>
    </>
  );
};
