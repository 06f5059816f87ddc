import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { decimalText } from "#domain/decimal.ts";
import { unitCostOf } from "#domain/dish.ts";
import { draftCost, hasParts } from "#machines/catalogue/composition.ts";
import type { StockItemDraft, StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";

const distinct = (values: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== null && value !== undefined))].sort((left, right) =>
    left.localeCompare(right, "ru"),
  );

/** Suggestions for a text field: the values that other stock items have in the same field. */
const Suggestions = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);

/** Form fields of a stock item. For a semi-finished item the cost is computed from the ingredients. */
export const StockItemFields = ({
  form,
  stockItems,
}: {
  form: UseFormReturn<StockItemDraft>;
  stockItems: readonly StockItemRow[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const parts = form.watch("parts");
  const isHalfFinished = hasParts(parts);
  const partsCost = draftCost(parts, new Map(stockItems.map((item) => [item.id, unitCostOf(item)])));
  const units = useId();
  const groups = useId();
  const hasGroups = useHasExtensionFields();
  return (
    <div className="card grid gap-3">
      <Field label="Название" isRequired error={errors.title?.message}>
        {(control) => <input {...control} {...form.register("title")} autoComplete="off" className="field" />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Единица измерения" isRequired error={errors.unit?.message} hint="В ней ведут остаток и состав">
          {(control) => (
            <input {...control} {...form.register("unit")} list={units} autoComplete="off" className="field" />
          )}
        </Field>
        <DecimalField
          label="Себестоимость единицы"
          value={isHalfFinished ? decimalText(partsCost) : form.watch("estimateCost")}
          error={errors.estimateCost?.message}
          hint={isHalfFinished ? "Считается по составу" : "За сколько обычно покупаете"}
          disabled={isHalfFinished}
          after={<span className="text-muted">р.</span>}
          onText={(cost) => form.setValue("estimateCost", cost, { shouldDirty: true, shouldValidate: isSubmitted })}
        />
      </div>
      {hasGroups && (
        <Field label="Группа товаров" error={errors.groupName?.message} hint="Выберите из списка или впишите новую">
          {(control) => (
            <input {...control} {...form.register("groupName")} list={groups} autoComplete="off" className="field" />
          )}
        </Field>
      )}
      <Suggestions id={units} values={distinct(stockItems.map(({ unit }) => unit))} />
      <Suggestions id={groups} values={distinct(stockItems.map(({ groupName }) => groupName))} />
    </div>
  );
};
