import { useState } from "react";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { itemEditor } from "#machines/directory/descriptors/items.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useUploadProgress } from "../../http/useUploadProgress.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { UsageList } from "../catalogue/UsageList.tsx";
import { useCategoryCreation } from "../catalogue/useCategoryCreation.ts";
import { CompositionLines } from "./CompositionLines.tsx";
import { DishFields } from "./DishFields.tsx";
import { describeItem } from "./describeItem.ts";
import { dishSchema } from "./dishSchema.ts";
import { ModifierLines } from "./ModifierLines.tsx";
import { CompanyPriceCard } from "./prices/CompanyPriceCard.tsx";
import { DishPricesButton } from "./prices/DishPricesButton.tsx";

/** Form of a new or existing dish. "Save" and "Cancel" return to the list (business, section 2). */
export const ItemEditor = ({ scope, id }: { scope: CatalogueOwner; id: number | undefined }) => {
  const { send, fraction } = useUploadProgress();
  const [descriptor] = useState(() => itemEditor(send));
  const permissions = useCataloguePermissions(scope);
  const creation = useCategoryCreation(scope);
  const hasPrices = useIsOffered("PUT /api/Item/{id}/Company/{companyId}/Price");
  const listPath = `${scopePath(scope)}/Item`;
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={scope}
      id={id}
      title={id === undefined ? "Новая позиция" : "Изменение позиции"}
      schema={dishSchema}
      describe={describeItem}
      returnTo={listPath}
      savedText={(savedId) => `Готово: запись с id=${savedId} успешно сохранена`}
      permissions={permissions}
      lockedText="Это позиция группы компаний: она меняется в каталоге группы"
      above={({ opened: { draft } }) => {
        if (!hasPrices || id === undefined) return null;
        if ("companyGroupId" in scope) return <DishPricesButton {...scope} itemId={id} />;
        return draft.isInherited && <CompanyPriceCard {...scope} itemId={id} />;
      }}
    >
      {(form, choices) => (
        <>
          <DishFields form={form} choices={choices} creation={creation} fraction={fraction} />
          <CompositionLines form={form} stockItems={choices.stockItems} />
          <ModifierLines form={form} choices={choices} id={id} />
          <UsageList
            uses={[{ title: "Как модификатор — в позициях:", entries: form.watch("usedInItems"), listPath }]}
          />
        </>
      )}
    </DirectoryEditor>
  );
};
