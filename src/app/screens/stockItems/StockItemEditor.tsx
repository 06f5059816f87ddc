import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { stockItemEditor } from "#machines/directory/descriptors/stockItems.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { UsageList } from "../catalogue/UsageList.tsx";
import { describeStockItem } from "./describeStockItem.ts";
import { StockItemFields } from "./StockItemFields.tsx";
import { StockItemPacks } from "./StockItemPacks.tsx";
import { StockItemParts } from "./StockItemParts.tsx";
import { stockItemSchema } from "./stockItemSchema.ts";

/** Form of a new or existing stock item. "Save" and "Cancel" return to the list. */
export const StockItemEditor = ({ scope, id }: { scope: CatalogueOwner; id: number | undefined }) => {
  const permissions = useCataloguePermissions(scope);
  const path = scopePath(scope);
  const hasParts = useHasExtensionFields();
  const listPath = `${path}/StockItem`;
  return (
    <DirectoryEditor
      descriptor={stockItemEditor}
      scope={scope}
      id={id}
      title={id === undefined ? "Новый товар" : "Изменение товара"}
      schema={stockItemSchema}
      describe={describeStockItem}
      returnTo={listPath}
      permissions={permissions}
      lockedText="Это товар группы компаний: он меняется в каталоге группы"
    >
      {(form, { stockItems }) => (
        <>
          <StockItemFields form={form} stockItems={stockItems} />
          {hasParts && <StockItemPacks form={form} />}
          {hasParts && <StockItemParts form={form} stockItems={stockItems.filter((item) => item.id !== id)} />}
          <UsageList
            uses={[
              { title: "В составе позиций меню:", entries: form.watch("usedInItems"), listPath: `${path}/Item` },
              { title: "В составе полуфабрикатов:", entries: form.watch("usedInStockItems"), listPath },
            ]}
          />
        </>
      )}
    </DirectoryEditor>
  );
};
