import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { possibleParents } from "#domain/categoryTree.ts";
import { byFullName, type CategoryChoices, type CategoryDraft } from "#machines/resources/categories.ts";
import { CustomFields } from "../../resource/CustomFields.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormImageField } from "../../ui/FormImageField.tsx";
import { Tick } from "../../ui/Tick.tsx";

/** The fields of a category; it is never offered as its own parent, nor what is below it. */
export const CategoryFields = ({
  form,
  known,
  id,
  fraction,
}: {
  form: UseFormReturn<CategoryDraft>;
  known: CategoryChoices;
  id: number | undefined;
  fraction: number | undefined;
}) => {
  const { errors } = form.formState;
  const picture = form.watch("picture");
  const ofGroup = form.getValues("isCompanyGroup");
  const parents = useMemo(() => {
    const same = known.categories.filter(({ isCompanyGroup }) => isCompanyGroup === ofGroup);
    return possibleParents(same, id).toSorted(byFullName);
  }, [known, id, ofGroup]);
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
          <select
            {...control}
            {...form.register("parentId", { setValueAs: (value) => (value ? Number(value) : null) })}
            className="field"
          >
            <option value="">Нет</option>
            {parents.map((parent) => (
              <option key={parent.id} value={parent.id}>
                {parent.fullName}
              </option>
            ))}
          </select>
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
      <Tick {...form.register("isActive")}>Активна: её позиции видны при приёме заказа</Tick>
      <CustomFields
        definitions={known.customFields}
        values={form.watch("customField")}
        errors={errors.customField}
        onChange={(customField) => form.setValue("customField", customField, { shouldDirty: true })}
      />
    </div>
  );
};
