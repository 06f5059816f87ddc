import type { UseFormReturn } from "react-hook-form";
import { formatMoney } from "#domain/money.ts";
import type { StockItemDraft, StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { PartLines } from "../catalogue/PartLines.tsx";

/** Form rows for the recipe of a semi-finished stock item. An item without ingredients is a bought item. */
export const StockItemParts = ({
  form,
  stockItems,
}: {
  form: UseFormReturn<StockItemDraft>;
  stockItems: readonly StockItemRow[];
}) => {
  const { errors, isSubmitted } = form.formState;
  const parts = form.watch("parts");
  return (
    <PartLines
      lines={parts}
      stockItems={stockItems}
      hint="Для полуфабриката: сколько чего уходит на одну единицу. Если товар покупают, оставьте пустым."
      errorsAt={(at) => errors.parts?.[at]}
      onChange={(next) => form.setValue("parts", next, { shouldDirty: true, shouldValidate: isSubmitted })}
    >
      {(cost) =>
        parts.length > 0 && (
          <p role="status" aria-label="Себестоимость" className="text-sm">
            <span className="text-muted">Расчётная себестоимость</span>{" "}
            <strong className="tabular-nums">{formatMoney(cost)}</strong>
          </p>
        )
      }
    </PartLines>
  );
};
