import type { UseFormReturn } from "react-hook-form";
import { parseDecimal } from "#domain/decimal.ts";
import type { DishDraft } from "#machines/catalogue/dishDraft.ts";
import type { StockItemRow } from "#machines/directory/descriptors/stockItems.ts";
import { PartLines } from "../catalogue/PartLines.tsx";
import { CostBar } from "./CostBar.tsx";

/** Form rows for the recipe of a dish, with its cost and the cost as a share of the price. */
export const CompositionLines = ({
  form,
  stockItems,
}: {
  form: UseFormReturn<DishDraft>;
  stockItems: readonly StockItemRow[];
}) => {
  const { errors, isSubmitted } = form.formState;
  return (
    <PartLines
      lines={form.watch("composition")}
      stockItems={stockItems}
      hint="Из чего готовится: по составу считается себестоимость и списание."
      errorsAt={(at) => errors.composition?.[at]}
      onChange={(next) => form.setValue("composition", next, { shouldDirty: true, shouldValidate: isSubmitted })}
    >
      {(cost) => <CostBar cost={cost} price={parseDecimal(form.watch("price")) ?? 0} />}
    </PartLines>
  );
};
