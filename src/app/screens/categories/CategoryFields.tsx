import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { possibleParents } from "#domain/categoryTree.ts";
import { byFullName, type CategoryChoices, type CategoryDraft } from "#machines/directory/descriptors/categories.ts";
import { CreatableChooser } from "../../directory/CreatableChooser.tsx";
import { CustomFields } from "../../directory/CustomFields.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormImageField } from "../../ui/FormImageField.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import type { CategoryCreation } from "../catalogue/useCategoryCreation.ts";

const NO_PARENT = { id: 0, name: "Нет" };

/** Form fields of a category. The category itself and its subcategories cannot be chosen as the parent. */
export const CategoryFields = ({
  form,
  choices,
  id,
  creation: { creation, withCreated },
  fraction,
}: {
  form: UseFormReturn<CategoryDraft>;
  choices: CategoryChoices;
  id: number | undefined;
  creation: CategoryCreation;
  fraction: number | undefined;
}) => {
  const { errors } = form.formState;
  const picture = form.watch("picture");
  const isOfGroup = form.getValues("isCompanyGroup");
  const categories = withCreated(choices.categories);
  const parents = useMemo(() => {
    const sameScope = categories.filter(({ isCompanyGroup }) => isCompanyGroup === isOfGroup);
    return possibleParents(sameScope, id).toSorted(byFullName);
  }, [categories, id, isOfGroup]);
  return (
    <div className="card grid gap-3">
      <Field label="Название" isRequired error={errors.name?.message}>
        {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
      </Field>
      <Field
        label="Родительская категория"
        error={errors.parentId?.message}
        hint="Полное название складывается из названий всей цепочки"
      >
        {(control) => (
          <CreatableChooser
            control={control}
            label="Родительская категория"
            value={form.watch("parentId") ?? NO_PARENT.id}
            choices={[NO_PARENT, ...parents.map((parent) => ({ id: parent.id, name: parent.fullName }))]}
            empty={NO_PARENT.name}
            creation={creation}
            onChoose={(parentId) => form.setValue("parentId", parentId || null, { shouldDirty: true })}
          />
        )}
      </Field>
      <FormImageField
        key={picture.storedUrl}
        label="Картинка"
        value={picture}
        error={errors.picture?.message}
        fraction={fraction}
        onChange={(next) => form.setValue("picture", next, { shouldDirty: true, shouldValidate: !next.isBusy })}
      />
      <TickBox {...form.register("isActive")}>Активна: её позиции видны при приёме заказа</TickBox>
      <CustomFields
        definitions={choices.customFields}
        values={form.watch("customField")}
        errors={errors.customField}
        onChange={(customField) => form.setValue("customField", customField, { shouldDirty: true })}
      />
    </div>
  );
};
