import { Trash2 } from "lucide-react";
import type { FieldErrors } from "react-hook-form";
import { ANY } from "#domain/pricing.ts";
import type { ConditionDraft, DiscountChoices } from "#machines/directory/descriptors/discounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";

/**
 * Form row of a discount condition. Only dishes of the chosen category can be chosen, and only one condition can have
 * the category 'Все' (business, section 5).
 */
export const DiscountCondition = ({
  index,
  conditions,
  choices: { categories, items },
  errors,
  onChange,
  onRemove,
}: {
  index: number;
  conditions: readonly ConditionDraft[];
  choices: DiscountChoices;
  errors: FieldErrors<ConditionDraft> | undefined;
  onChange: (patch: Partial<ConditionDraft>) => void;
  onRemove: () => void;
}) => {
  const { categoryId, itemId, type, value } = conditions[index] ?? {
    categoryId: ANY,
    itemId: ANY,
    type: "%",
    value: "",
  };
  const others = conditions.filter((_, other) => other !== index);
  const isAllTaken = others.some((other) => other.categoryId === ANY);
  const isTaken = (id: number) => others.some((other) => other.categoryId === categoryId && other.itemId === id);
  const offered = categoryId === ANY ? items : items.filter(({ categoriesId }) => categoriesId.includes(categoryId));
  const isGone = itemId !== ANY && !offered.some(({ id }) => id === itemId);
  return (
    <li className="grid grid-cols-2 items-start gap-2 rounded-md border border-line p-2 sm:grid-cols-[2fr_2fr_9rem_7rem_auto]">
      <Field label="Категория" error={errors?.categoryId?.message}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={categoryId}
            onChange={(event) => onChange({ categoryId: Number(event.target.value), itemId: ANY })}
          >
            <option value={ANY} disabled={isAllTaken}>
              Все
            </option>
            {categories.map(({ id, fullName }) => (
              <option key={id} value={id}>
                {fullName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Позиция" error={errors?.itemId?.message}>
        {(control) => (
          <Chooser
            control={control}
            label="Позиции"
            value={itemId}
            choices={[
              { id: ANY, name: "Все", ...(isTaken(ANY) && { why: "Такое условие уже есть" }) },
              ...(isGone ? [{ id: itemId, name: "Позиции больше нет в меню" }] : []),
              ...offered.map(({ id, name }) => ({
                id,
                name,
                ...(isTaken(id) && { why: "Такое условие уже есть" }),
              })),
            ]}
            empty="Все"
            onChoose={(id) => onChange({ itemId: id })}
          />
        )}
      </Field>
      <Field label="Тип">
        {(control) => (
          <select
            {...control}
            className="field"
            value={type}
            onChange={(event) => onChange({ type: event.target.value === "%" ? "%" : "fixed" })}
          >
            <option value="%">процент</option>
            <option value="fixed">р. с единицы</option>
          </select>
        )}
      </Field>
      <DecimalField
        label="Размер"
        error={errors?.value?.message}
        after={<span className="text-muted">{type === "%" ? "%" : "р."}</span>}
        value={value}
        onText={(text) => onChange({ value: text })}
      />
      <Button kind="ghost" className="mt-5 max-sm:col-span-2 max-sm:mt-0" title="Убрать условие" onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
        <span className="sr-only">Убрать условие {index + 1}</span>
      </Button>
    </li>
  );
};
