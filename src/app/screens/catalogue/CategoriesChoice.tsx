import type { CategoryDraft, CategoryRow } from "#machines/directory/descriptors/categories.ts";
import { CreatableChooser } from "../../directory/CreatableChooser.tsx";
import type { EntryCreation } from "../../directory/useEntryCreation.ts";
import { ChosenChips } from "../../ui/ChosenChips.tsx";
import { Field } from "../../ui/Field.tsx";

/** Returns the full name of a category. For a removed category, returns a text with the id. */
export const categoryName = (categories: readonly CategoryRow[], id: number): string =>
  categories.find((category) => category.id === id)?.fullName ?? `№ ${id} (удалена)`;

/** Field in which several categories can be chosen. The chosen categories are removable chips. */
export const CategoriesChoice = ({
  label,
  isRequired = false,
  hint,
  error,
  categories,
  ids,
  creation,
  onChange,
}: {
  label: string;
  isRequired?: boolean;
  hint?: string;
  error: string | undefined;
  categories: readonly CategoryRow[];
  ids: readonly number[];
  creation: EntryCreation<CategoryDraft> | undefined;
  onChange: (ids: number[]) => void;
}) => {
  const choices = categories.map(({ id, fullName }) => ({
    id,
    name: fullName,
    why: ids.includes(id) ? "уже выбрана" : undefined,
  }));
  return (
    <div>
      <Field label={label} isRequired={isRequired} hint={hint} error={error}>
        {(control) => (
          <CreatableChooser
            control={control}
            label={label}
            value={undefined}
            choices={choices}
            empty="Добавить категорию…"
            creation={creation}
            onChoose={(id) => onChange([...ids, id])}
          />
        )}
      </Field>
      <ChosenChips
        label="Выбранные категории"
        what="категорию"
        ids={ids}
        nameOf={(id) => categoryName(categories, id)}
        onChange={onChange}
      />
    </div>
  );
};
