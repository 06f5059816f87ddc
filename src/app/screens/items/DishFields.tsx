import type { UseFormReturn } from "react-hook-form";
import type { DishDraft } from "#machines/catalogue/dishDraft.ts";
import type { DishChoices } from "#machines/directory/descriptors/items.ts";
import { CustomFields } from "../../directory/CustomFields.tsx";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormImageField } from "../../ui/FormImageField.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import type { CategoryCreation } from "../catalogue/useCategoryCreation.ts";
import { CategoriesField } from "./CategoriesField.tsx";

export const DishFields = ({
  form,
  choices,
  creation,
  fraction,
}: {
  form: UseFormReturn<DishDraft>;
  choices: DishChoices;
  creation: CategoryCreation;
  fraction: number | undefined;
}) => {
  const { errors, isSubmitted } = form.formState;
  const picture = form.watch("picture");
  const hasPrepMinutes = useHasExtensionFields();
  return (
    <div className="card grid gap-3">
      <Field label="Название" isRequired error={errors.name?.message}>
        {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <DecimalField
          label={form.watch("isInherited") ? "Общая цена" : "Цена"}
          isRequired
          value={form.watch("price")}
          error={errors.price?.message}
          after={<span className="text-muted">р.</span>}
          onText={(price) => form.setValue("price", price, { shouldDirty: true, shouldValidate: isSubmitted })}
        />
        <Field label="Артикул" error={errors.vendorCode?.message}>
          {(control) => <input {...control} {...form.register("vendorCode")} autoComplete="off" className="field" />}
        </Field>
      </div>
      <CategoriesField form={form} categories={choices.categories} creation={creation} />
      <Field label="Информация для повара" error={errors.internalInfo?.message}>
        {(control) => <textarea {...control} {...form.register("internalInfo")} rows={2} className="field resize-y" />}
      </Field>
      {hasPrepMinutes && form.watch("prepMinutes") !== undefined && (
        <Field label="Минут на приготовление" hint="Пусто — время станции" error={errors.prepMinutes?.message}>
          {(control) => (
            <input {...control} {...form.register("prepMinutes")} inputMode="numeric" className="field w-32" />
          )}
        </Field>
      )}
      <FormImageField
        key={picture.storedUrl}
        label="Картинка"
        value={picture}
        error={errors.picture?.message}
        fraction={fraction}
        onChange={(next) => form.setValue("picture", next, { shouldDirty: true, shouldValidate: !next.isBusy })}
      />
      <TickBox {...form.register("isActive")}>Активна: её можно выбрать в заказе</TickBox>
      <CustomFields
        definitions={choices.customFields}
        values={form.watch("customField")}
        errors={errors.customField}
        onChange={(customField) => form.setValue("customField", customField, { shouldDirty: true })}
      />
    </div>
  );
};
