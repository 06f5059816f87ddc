import { Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { formatMoney } from "#domain/money.ts";
import { ANY } from "#domain/pricing.ts";
import {
  blankCondition,
  type DiscountChoices,
  type DiscountDraft,
  type DiscountType,
} from "#machines/directory/descriptors/discounts.ts";
import { Button } from "../../ui/Button.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { DiscountCondition } from "./DiscountCondition.tsx";
import { discountExamples } from "./discountExamples.ts";
import { NameFields } from "./NameFields.tsx";

const kinds = [
  ["general", "Общая: на весь заказ"],
  ["custom", "По условиям: на категории и позиции"],
] as const;

const types: readonly (readonly [DiscountType, string])[] = [
  ["%", "процент"],
  ["fixed", "сумма в рублях"],
];

const KindFields = ({ form }: { form: UseFormReturn<DiscountDraft> }) => (
  <fieldset>
    <legend className="mb-1 text-xs text-muted">Вид скидки</legend>
    {kinds.map(([kind, label]) => (
      <TickBox key={kind} type="radio" value={kind} {...form.register("kind")}>
        {label}
      </TickBox>
    ))}
  </fieldset>
);

/**
 * Form fields for the type and value of a discount on the whole order. The fields are disabled if the discount has
 * conditions (business, section 4).
 */
const ValueFields = ({ form, isDisabled }: { form: UseFormReturn<DiscountDraft>; isDisabled: boolean }) => (
  <div className="flex flex-wrap items-start gap-3">
    <Field label="Тип" className="w-48">
      {(control) => (
        <select
          {...control}
          className="field"
          disabled={isDisabled}
          value={form.watch("type")}
          onChange={(event) => form.setValue("type", event.target.value === "%" ? "%" : "fixed", { shouldDirty: true })}
        >
          {types.map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <DecimalField
      label="Размер"
      className="w-36"
      disabled={isDisabled}
      error={isDisabled ? undefined : form.formState.errors.value?.message}
      hint={isDisabled ? "Задаётся в условиях" : undefined}
      after={<span className="text-muted">{form.watch("type") === "%" ? "%" : "р."}</span>}
      value={isDisabled ? "" : form.watch("value")}
      onText={(value) => form.setValue("value", value, { shouldDirty: true })}
    />
  </div>
);

const Conditions = ({ form, choices }: { form: UseFormReturn<DiscountDraft>; choices: DiscountChoices }) => {
  const conditions = form.watch("detail");
  const set = (detail: DiscountDraft["detail"]) => form.setValue("detail", detail, { shouldDirty: true });
  const used = new Set(conditions.map(({ categoryId }) => categoryId));
  const free = used.has(ANY) ? choices.categories.find(({ id }) => !used.has(id)) : { id: ANY };
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">Условия: действует самое точное</legend>
      <ul className="grid gap-2">
        {conditions.map((condition, index) => (
          <DiscountCondition
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no id, and its category may change while it is edited
            key={index}
            index={index}
            conditions={conditions}
            choices={choices}
            errors={form.formState.errors.detail?.[index]}
            onChange={(patch) => set(conditions.with(index, { ...condition, ...patch }))}
            onRemove={() => set(conditions.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {form.formState.errors.detail?.message && (
        <p className="mt-1 text-xs text-negative">{form.formState.errors.detail.message}</p>
      )}
      <Button
        className="mt-2"
        onClick={() => set([...conditions, blankCondition(free?.id ?? choices.categories[0]?.id)])}
      >
        <Plus size={16} aria-hidden />
        Добавить условие
      </Button>
    </fieldset>
  );
};

/** Examples of prices with and without the discount. */
const Examples = ({ draft, choices }: { draft: DiscountDraft; choices: DiscountChoices }) => {
  const examples = discountExamples(draft, choices);
  return (
    <section aria-live="polite" className="rounded-md bg-sunken px-3 py-2">
      <h2 className="mb-1 text-xs text-muted">Например</h2>
      {examples.length === 0 && <p className="text-sm text-muted">Пример появится, когда скидка заполнена.</p>}
      <ul className="text-sm">
        {examples.map(({ name, before, after }) => (
          <li key={name} className="wrap-anywhere">
            {name} {formatMoney(before)} → <strong>{formatMoney(after)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
};

/**
 * Form fields of a discount, with examples of prices. A discount has either one value for the whole order, or
 * conditions, each with its own value.
 */
export const DiscountFields = ({ form, choices }: { form: UseFormReturn<DiscountDraft>; choices: DiscountChoices }) => {
  const isCustom = form.watch("kind") === "custom";
  return (
    <>
      <NameFields form={form} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <KindFields form={form} />
          <ValueFields form={form} isDisabled={isCustom} />
        </div>
        <Examples draft={form.watch()} choices={choices} />
      </div>
      {isCustom && <Conditions form={form} choices={choices} />}
    </>
  );
};
