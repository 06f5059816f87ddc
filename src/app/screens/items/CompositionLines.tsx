import { Plus } from "lucide-react";
import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { parseDecimal } from "#domain/decimal.ts";
import { formatMoney } from "#domain/money.ts";
import {
  blankPart,
  type CompositionDraft,
  costOfDraft,
  type DishDraft,
  isEmptyPart,
  takenParts,
} from "#machines/catalogue/dishDraft.ts";
import type { StockChoice } from "#machines/resources/items.ts";
import { Button } from "../../ui/Button.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { CostBar } from "./CostBar.tsx";
import { LineRemove } from "./LineRemove.tsx";

const choicesFor = (stockItems: readonly StockChoice[], taken: ReadonlySet<number>, own: number) => [
  ...stockItems.map(({ id, title }) => ({ id, name: title, why: taken.has(id) ? "уже в составе" : undefined })),
  ...(own > 0 && stockItems.every(({ id }) => id !== own) ? [{ id: own, name: `№ ${own} (удалён)` }] : []),
];

/** What a dish is made of; a stock item stands in one line at most, and one line at most is empty (business, section 5). */
export const CompositionLines = ({
  form,
  stockItems,
}: {
  form: UseFormReturn<DishDraft>;
  stockItems: readonly StockChoice[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const lines = form.watch("composition");
  const costs = useMemo(() => new Map(stockItems.map(({ id, estimateCost }) => [id, estimateCost])), [stockItems]);
  const set = (next: CompositionDraft[]) =>
    form.setValue("composition", next, { shouldDirty: true, shouldValidate: isSubmitted });
  const change = (at: number, patch: Partial<CompositionDraft>) =>
    set(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <fieldset className="card grid gap-3">
      <legend className="float-left mb-1 font-semibold">Состав</legend>
      {lines.length === 0 && (
        <p className="clear-both text-sm text-muted">
          Из чего готовится: по составу считается себестоимость и списание.
        </p>
      )}
      {lines.map((line, at) => {
        const part = stockItems.find(({ id }) => id === line.stockItemId);
        const wrong = errors.composition?.[at];
        return (
          <div
            key={line.key}
            className="clear-both grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 sm:grid-cols-[1fr_9rem_7rem_auto]"
          >
            <Field label={`Товар ${at + 1}`} error={wrong?.stockItemId?.message} className="min-w-0">
              {(control) => (
                <Chooser
                  control={control}
                  label={`Товар ${at + 1}`}
                  value={line.stockItemId || undefined}
                  choices={choicesFor(stockItems, takenParts(lines, at), line.stockItemId)}
                  empty="Выберите товар…"
                  onChoose={(stockItemId) => change(at, { stockItemId })}
                />
              )}
            </Field>
            <DecimalField
              label="Количество"
              className="max-sm:order-1"
              value={line.count}
              error={wrong?.count?.message}
              after={<span className="text-xs text-muted">{part?.unit}</span>}
              onText={(count) => change(at, { count })}
            />
            <p className="num mt-4.5 self-start py-1.5 text-right tabular-nums max-sm:order-2">
              <span className="sr-only">Стоимость: </span>
              {formatMoney(costOfDraft([line], costs))}
            </p>
            <LineRemove
              label={`Убрать ${part?.title ?? `товар ${at + 1}`}`}
              onPress={() => set(lines.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <div className="clear-both">
        <Button
          why={lines.some(isEmptyPart) && "Сначала выберите товар в пустой строке"}
          onClick={() => set([...lines, blankPart(lines)])}
        >
          <Plus size={16} aria-hidden />
          Добавить товар
        </Button>
      </div>
      <CostBar cost={costOfDraft(lines, costs)} price={parseDecimal(form.watch("price")) ?? 0} />
    </fieldset>
  );
};
