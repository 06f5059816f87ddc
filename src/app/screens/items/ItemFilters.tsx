import { useMemo } from "react";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { readCategories } from "#machines/directory/descriptors/categories.ts";
import { TextFilter } from "../../shared/TextFilter.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import type { useItemFilter } from "./useItemFilter.ts";

const categoriesQuery = { name: "categoryChoices", load: readCategories };

/** Filter controls of the dish list: name, vendor code, category and active flag (business, section 5). */
export const ItemFilters = ({ filter, scope }: { filter: ReturnType<typeof useItemFilter>; scope: CatalogueOwner }) => {
  const categories = useQuery(categoriesQuery, scope).shown?.answer;
  const choices = useMemo(
    () => [{ id: 0, name: "Все категории" }, ...(categories ?? []).map(({ id, fullName }) => ({ id, name: fullName }))],
    [categories],
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
