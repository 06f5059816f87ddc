import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  blankModifier,
  type DishDraft,
  isEmptyModifier,
  isFirstOfCategory,
  type ModifierDraft,
  modifiersOfOtherLines,
  moveToCategory,
  NO_CATEGORY,
  NONE,
  requireCategory,
} from "#machines/catalogue/dishDraft.ts";
import type { DishChoices, DishRow } from "#machines/directory/descriptors/items.ts";
import { useServices } from "../../services/context.ts";
import { Button } from "../../ui/Button.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";

const dishesByCategory = (items: readonly DishRow[], self: number | undefined) => {
  const byCategory = new Map<number, DishRow[]>();
  for (const item of items)
    if (item.id !== self)
      for (const category of item.categoriesId) byCategory.set(category, [...(byCategory.get(category) ?? []), item]);
  return byCategory;
};

const dishChoices = (dishes: readonly DishRow[], line: ModifierDraft, taken: ReadonlySet<number>) => {
  const reasonOf = (id: number) => (taken.has(id) ? "уже есть" : undefined);
  const isGone = line.modificatorId !== NONE && dishes.every(({ id }) => id !== line.modificatorId);
  return [
    { id: NONE, name: "Все позиции категории", why: reasonOf(NONE) },
    ...dishes.map(({ id, name }) => ({ id, name, why: reasonOf(id) })),
    ...(isGone ? [{ id: line.modificatorId, name: `№ ${line.modificatorId} (нет в категории)` }] : []),
  ];
};

/**
 * Form rows for the modifiers of a dish. A modifier is either one dish or any dish of a category. The edited dish and
 * duplicates cannot be chosen (business, section 5).
 */
export const ModifierLines = ({
  form,
  choices,
  id,
}: {
  form: UseFormReturn<DishDraft>;
  choices: DishChoices;
  id: number | undefined;
}) => {
  const { errors, isSubmitted } = form.formState;
  const hasExtensions = useServices().extensions.hasFields();
  const lines = form.watch("modificators");
  const dishes = useMemo(() => dishesByCategory(choices.items, id), [choices.items, id]);
  const categories = useMemo(
    () => choices.categories.map((category) => ({ id: category.id, name: category.fullName })),
    [choices.categories],
  );
  const set = (next: ModifierDraft[]) =>
    form.setValue("modificators", next, { shouldDirty: true, shouldValidate: isSubmitted });
  const change = (at: number, patch: Partial<ModifierDraft>) =>
    set(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <fieldset className="card grid gap-3">
      <legend className="float-left mb-1 font-semibold">Модификаторы</legend>
      {lines.length === 0 && (
        <p className="clear-both text-sm text-muted">
          Что можно добавить к позиции в заказе: соус, сыр, другой размер.
        </p>
      )}
      {lines.map((line, at) => {
        const lineErrors = errors.modificators?.[at];
        return (
          <div
            key={line.id}
            className="clear-both grid grid-cols-[1fr_1fr_auto] gap-x-2 gap-y-1 sm:grid-cols-[1fr_1fr_6rem_8rem_auto]"
          >
            <Field label={`Категория ${at + 1}`} error={lineErrors?.categoryModificatorId?.message} className="min-w-0">
              {(control) => (
                <Chooser
                  control={control}
                  label={`Категория ${at + 1}`}
                  value={line.categoryModificatorId === NO_CATEGORY ? undefined : line.categoryModificatorId}
                  choices={categories}
                  empty="Выберите категорию…"
                  onChoose={(category) => set(moveToCategory(lines, at, category))}
                />
              )}
            </Field>
            <Field label={`Позиция ${at + 1}`} error={lineErrors?.modificatorId?.message} className="min-w-0">
              {(control) => (
                <Chooser
                  control={control}
                  label={`Позиция ${at + 1}`}
                  value={isEmptyModifier(line) ? undefined : line.modificatorId}
                  choices={
                    isEmptyModifier(line)
                      ? []
                      : dishChoices(
                          dishes.get(line.categoryModificatorId) ?? [],
                          line,
                          modifiersOfOtherLines(lines, at),
                        )
                  }
                  empty={isEmptyModifier(line) ? "Сначала категория" : "Выберите позицию…"}
                  onChoose={(modificatorId) => change(at, { modificatorId })}
                />
              )}
            </Field>
            <DecimalField
              label="Порция"
              className="max-sm:order-1"
              value={line.portion}
              error={lineErrors?.portion?.message}
              onText={(portion) => change(at, { portion })}
            />
            <DecimalField
              label="Цена"
              className="max-sm:order-1"
              value={line.price}
              error={lineErrors?.price?.message}
              hint={line.price === "-1" ? "−1 — своя цена" : undefined}
              onText={(price) => change(at, { price })}
            />
            <RemoveLineButton
              label={`Убрать модификатор ${at + 1}`}
              onPress={() => set(lines.filter((_, index) => index !== at))}
            />
            {hasExtensions && isFirstOfCategory(lines, at) && (
              <div className="col-span-full text-sm max-sm:order-2">
                <TickBox
                  checked={line.isRequired ?? false}
                  onChange={({ target }) => set(requireCategory(lines, line.categoryModificatorId, target.checked))}
                >
                  Обязательно: хотя бы одно из категории
                </TickBox>
              </div>
            )}
          </div>
        );
      })}
      <div className="clear-both">
        <Button
          why={lines.some(isEmptyModifier) && "Сначала выберите категорию в пустой строке"}
          onClick={() => set([...lines, blankModifier(lines)])}
        >
          <Plus size={16} aria-hidden />
          Добавить модификатор
        </Button>
      </div>
    </fieldset>
  );
};
