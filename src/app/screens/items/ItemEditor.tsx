import { useState } from "react";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { itemEditor } from "#machines/resources/items.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { useSending } from "../../useSending.ts";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { UsedIn } from "../catalogue/UsedIn.tsx";
import { CompositionLines } from "./CompositionLines.tsx";
import { dishSchema } from "./dishSchema.ts";
import { ItemFields } from "./ItemFields.tsx";
import { ModifierLines } from "./ModifierLines.tsx";

/** The form of a dish, new or there already; both return to the list (business, section 2). */
export const ItemEditor = ({ scope, id }: { scope: CatalogueScope; id: number | undefined }) => {
  const { send, fraction } = useSending();
  const [resource] = useState(() => itemEditor(send));
  const whyFixed = useWhyFixed(scope);
  const listPath = `${scopePath(scope)}/Item`;
  return (
    <ResourceEditor
      resource={resource}
      scope={scope}
      id={id}
      title={id === undefined ? "Новая позиция" : "Изменение позиции"}
      schema={dishSchema}
      returnTo={listPath}
      saidWhenSaved={(savedId) => `Готово: запись с id=${savedId} успешно сохранена`}
      why={({ opened }) =>
        opened.draft.isInherited ? "Это позиция группы компаний: она меняется в каталоге группы" : whyFixed
      }
    >
      {(form, known) => (
        <>
          <ItemFields form={form} known={known} fraction={fraction} />
          <CompositionLines form={form} stockItems={known.stockItems} />
          <ModifierLines form={form} known={known} id={id} />
          <UsedIn uses={[{ title: "Как модификатор — в позициях:", entries: form.watch("usedInItems"), listPath }]} />
        </>
      )}
    </ResourceEditor>
  );
};
