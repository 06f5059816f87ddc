import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";
import { partsOf, type StockOperationDraft } from "#machines/directory/descriptors/stockOperations.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { Quantity } from "./Quantity.tsx";

const kinds = [
  { value: "+", title: "Приход" },
  { value: "-", title: "Расход" },
] as const;

type Form = UseFormReturn<StockOperationDraft>;

const Kinds = ({ form }: { form: Form }) => (
  <fieldset>
    <legend className="mb-0.5 text-xs text-muted">Операция</legend>
    <span className="flex min-h-8 flex-wrap items-center gap-x-4 pointer-coarse:min-h-10">
      {kinds.map(({ value, title }) => (
        <label key={value} className="flex min-h-8 items-center gap-2">
          <input type="radio" value={value} className="size-4 accent-accent" {...form.register("operationType")} />
          {title}
        </label>
      ))}
    </span>
  </fieldset>
);

const UnexplodedTick = ({ form, parts }: { form: Form; parts: readonly StockRow[] }) => (
  <div>
    <TickBox {...form.register("isIgnoreSubProcedure")}>Записать сам полуфабрикат, не разбирая на состав</TickBox>
    <p className="text-xs text-muted wrap-anywhere">
      Без этой отметки запишется то, из чего он состоит: {parts.map(({ title }) => title).join(", ")}.
    </p>
  </div>
);

/**
 * Form fields of a stock operation. For a semi-finished item the user chooses whether the operation applies to the item
 * itself or to its ingredients.
 */
export const OperationFields = ({ form, stock }: { form: Form; stock: readonly StockRow[] }) => {
  const { errors, isSubmitted } = form.formState;
  const stockItemId = form.watch("stockItemId");
  const choices = useMemo(() => stock.map(({ id, title }) => ({ id, name: title })), [stock]);
  const chosen = stock.find(({ id }) => id === stockItemId);
  const parts = useMemo(() => partsOf(stock, stockItemId), [stock, stockItemId]);
  const set = { shouldDirty: true, shouldValidate: isSubmitted };
  return (
    <div className="card grid gap-4">
      <Field
        label="Товар"
        isRequired
        error={errors.stockItemId?.message}
        hint={
          chosen && (
            <>
              Сейчас на складе <Quantity value={chosen.count} unit={chosen.unit} />
            </>
          )
        }
      >
        {(control) => (
          <Chooser
            control={control}
            label="Товар"
            value={stockItemId || undefined}
            choices={choices}
            empty="Выберите товар"
            onChoose={(id) => form.setValue("stockItemId", id, set)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Kinds form={form} />
        <DecimalField
          label="Количество"
          isRequired
          className="w-60"
          value={form.watch("count")}
          error={errors.count?.message}
          after={<span className="text-muted">{chosen?.unit}</span>}
          onText={(count) => form.setValue("count", count, set)}
        />
      </div>
      {parts.length > 0 && <UnexplodedTick form={form} parts={parts} />}
      <Field label="Комментарий" hint="Например, поставщик или причина списания" error={errors.comment?.message}>
        {(control) => <textarea {...control} {...form.register("comment")} rows={2} className="field resize-y" />}
      </Field>
    </div>
  );
};
