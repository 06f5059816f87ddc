import { useActorRef, useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { categoryChoices } from "#machines/catalogue/categoryChoices.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useApi } from "../../context.ts";
import { TextFilter } from "../../resource/TextFilter.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import type { useItemFilter } from "./useItemFilter.ts";

const useCategories = (scope: CatalogueScope) => {
  const api = useApi();
  const [logic] = useState(() => categoryChoices(api, scope));
  return useSelector(useActorRef(logic), ({ output }) => output);
};

/** Name, vendor code, category and activity that the list of dishes is narrowed by (business, section 5). */
export const ItemFilters = ({ filter, scope }: { filter: ReturnType<typeof useItemFilter>; scope: CatalogueScope }) => {
  const known = useCategories(scope);
  const choices = useMemo(
    () => [{ id: 0, name: "Все категории" }, ...(known ?? []).map(({ id, fullName }) => ({ id, name: fullName }))],
    [known],
  );
  return (
    <>
      <TextFilter label="Название" value={filter.name} onText={filter.setName} />
      <TextFilter label="Артикул" value={filter.vendorCode} onText={filter.setVendorCode} />
      <Field label={<span className="sr-only">Категория</span>} className="-mt-0.5 w-52">
        {(control) => (
          <Chooser
            control={control}
            label="Категория"
            value={Number(filter.category) || undefined}
            choices={choices}
            empty="Все категории"
            onChoose={(id) => filter.setCategory(id === 0 ? "" : String(id))}
          />
        )}
      </Field>
      <select
        aria-label="Активность"
        className="field w-auto"
        value={filter.active}
        onChange={({ target }) => filter.setActive(target.value)}
      >
        <option value="">Все</option>
        <option value="yes">Активные</option>
        <option value="no">Не активные</option>
      </select>
    </>
  );
};
