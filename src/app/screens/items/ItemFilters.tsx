import { useActorRef, useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { categoryChoices } from "#machines/catalogue/categoryChoices.ts";
import { LEAST_LETTERS } from "#machines/catalogue/dishFilter.ts";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useApi } from "../../context.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import type { useItemFilter } from "./useItemFilter.ts";

const isShort = (text: string): boolean => text.trim().length > 0 && text.trim().length < LEAST_LETTERS;

const TextFilter = ({ label, value, onText }: { label: string; value: string; onText: (text: string) => void }) => (
  <span className="relative">
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={value}
      onChange={({ target }) => onText(target.value)}
      className="field w-44"
    />
    <span role="status" className="absolute top-full left-0 z-10 text-xs text-muted">
      {isShort(value) && "ищет с трёх букв"}
    </span>
  </span>
);

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
