import { Plus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { unitCostOf } from "#domain/dish.ts";
import { formatMoney } from "#domain/money.ts";
import {
  blankPart,
  type CompositionDraft,
  draftCost,
  isEmptyPart,
  stockItemsOfOtherLines,
} from "#machines/catalogue/composition.ts";
import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { Button } from "../../ui/Button.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { RemoveLineButton } from "./RemoveLineButton.tsx";

const choicesFor = (stockItems: readonly StockItemRow[], taken: ReadonlySet<number>, own: number) => [
  ...stockItems.map(({ id, title }) => ({ id, name: title, why: taken.has(id) ? "уже в составе" : undefined })),
  ...(own > 0 && stockItems.every(({ id }) => id !== own) ? [{ id: own, name: `№ ${own} (удалён)` }] : []),
];

interface LineError {
  readonly message?: string | undefined;
}

/**
 * Form rows for the ingredients of a recipe. A stock item can be chosen only once, and at most one row can be empty
 * (business, section 5).
 */
export const PartLines = ({
  lines,
  stockItems,
  hint,
  errorsAt,
  onChange,
  children,
}: {
  lines: readonly CompositionDraft[];
  stockItems: readonly StockItemRow[];
  /** Text that is shown if there are no ingredients. */
  hint: string;
  errorsAt: (at: number) => { readonly stockItemId?: LineError; readonly count?: LineError } | undefined;
  onChange: (lines: CompositionDraft[]) => void;
  /** Renders the content below the ingredients. `cost` is their total cost. */
  children: (cost: number) => ReactNode;
}) => {
  const costs = useMemo(() => new Map(stockItems.map((item) => [item.id, unitCostOf(item)])), [stockItems]);
  const change = (at: number, patch: Partial<CompositionDraft>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <fieldset className="card grid gap-3">
      <legend className="float-left mb-1 font-semibold">Состав</legend>
      {lines.length === 0 && <p className="clear-both text-sm text-muted">{hint}</p>}
      {lines.map((line, at) => {
        const part = stockItems.find(({ id }) => id === line.stockItemId);
        const errors = errorsAt(at);
        return (
          <div
            key={line.key}
            className="clear-both grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 sm:grid-cols-[1fr_9rem_7rem_auto]"
          >
            <Field label={`Товар ${at + 1}`} error={errors?.stockItemId?.message} className="min-w-0">
              {(control) => (
                <Chooser
                  control={control}
                  label={`Товар ${at + 1}`}
                  value={line.stockItemId || undefined}
                  choices={choicesFor(stockItems, stockItemsOfOtherLines(lines, at), line.stockItemId)}
                  empty="Выберите товар…"
                  onChoose={(stockItemId) => change(at, { stockItemId })}
                />
              )}
            </Field>
            <DecimalField
              label="Количество"
              className="max-sm:order-1"
              value={line.count}
              error={errors?.count?.message}
              after={<span className="text-xs text-muted">{part?.unit}</span>}
              onText={(count) => change(at, { count })}
            />
            <p className="num mt-4.5 self-start py-1.5 text-right tabular-nums max-sm:order-2">
              <span className="sr-only">Стоимость: </span>
              {formatMoney(draftCost([line], costs))}
            </p>
            <RemoveLineButton
              label={`Убрать ${part?.title ?? `товар ${at + 1}`}`}
              onPress={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <div className="clear-both">
        <Button
          why={lines.some(isEmptyPart) && "Сначала выберите товар в пустой строке"}
          onClick={() => onChange([...lines, blankPart(lines)])}
        >
          <Plus size={16} aria-hidden />
          Добавить товар
        </Button>
      </div>
      {children(draftCost(lines, costs))}
    </fieldset>
  );
};
