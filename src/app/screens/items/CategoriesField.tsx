import type { UseFormReturn } from "react-hook-form";
import { chooseCategories, type DishDraft, NONE } from "#machines/catalogue/dishDraft.ts";
import type { CategoryRow } from "#machines/directory/descriptors/categories.ts";
import { Field } from "../../ui/Field.tsx";
import { CategoriesChoice, categoryName } from "../catalogue/CategoriesChoice.tsx";
import type { CategoryCreation } from "../catalogue/useCategoryCreation.ts";

/**
 * Form fields for the categories and the default category of a dish (business, section 4). The first category that the
 * user chooses becomes the default; a removed default category is cleared.
 */
export const CategoriesField = ({
  form,
  categories: loaded,
  creation: { creation, withCreated },
}: {
  form: UseFormReturn<DishDraft>;
  categories: readonly CategoryRow[];
  creation: CategoryCreation;
}) => {
  const categories = withCreated(loaded);
  const { errors, isSubmitted } = form.formState;
  const categoriesId = form.watch("categoriesId");
  const defaultCategoryId = form.watch("defaultCategoryId");
  const choose = (ids: number[]) => {
    const next = chooseCategories({ categoriesId, defaultCategoryId }, ids);
    form.setValue("defaultCategoryId", next.defaultCategoryId, { shouldDirty: true });
    form.setValue("categoriesId", next.categoriesId, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CategoriesChoice
        label="Категории"
        isRequired
        error={errors.categoriesId?.message}
        categories={categories}
        ids={categoriesId}
        creation={creation}
        onChange={choose}
      />
      <Field
        label="Основная категория"
        error={errors.defaultCategoryId?.message}
        hint="По ней позицию считают в отчётах и скидках"
      >
        {(control) => (
          <select
            {...control}
            className="field"
            value={defaultCategoryId}
            onChange={({ target }) =>
              form.setValue("defaultCategoryId", Number(target.value), { shouldDirty: true, shouldValidate: true })
            }
          >
            <option value={NONE}>Не выбрана</option>
            {categoriesId.map((id) => (
              <option key={id} value={id}>
                {categoryName(categories, id)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
};
