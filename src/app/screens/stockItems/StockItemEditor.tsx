import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { stockItemEditor } from "#machines/resources/stockItems.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { UsedIn } from "../catalogue/UsedIn.tsx";
import { StockItemFields } from "./StockItemFields.tsx";
import { StockItemParts } from "./StockItemParts.tsx";
import { stockItemSchema } from "./stockItemSchema.ts";

/** The form of a stock item, new or there already; both return to the list. */
export const StockItemEditor = ({ scope, id }: { scope: CatalogueScope; id: number | undefined }) => {
  const whyFixed = useWhyFixed(scope, "stock.edit");
  const path = scopePath(scope);
  const listPath = `${path}/StockItem`;
  return (
    <ResourceEditor
      resource={stockItemEditor}
      scope={scope}
      id={id}
      title={id === undefined ? "Новый товар" : "Изменение товара"}
      schema={stockItemSchema}
      returnTo={listPath}
      why={({ opened }) =>
        opened.draft.isInherited ? "Это товар группы компаний: он меняется в каталоге группы" : whyFixed
      }
    >
      {(form, { stockItems }) => (
        <>
          <StockItemFields form={form} stockItems={stockItems} />
          <StockItemParts form={form} stockItems={stockItems.filter((item) => item.id !== id)} />
          <UsedIn
            uses={[
              { title: "В составе позиций меню:", entries: form.watch("usedInItems"), listPath: `${path}/Item` },
              { title: "В составе полуфабрикатов:", entries: form.watch("usedInStockItems"), listPath },
            ]}
          />
        </>
      )}
    </ResourceEditor>
  );
};
