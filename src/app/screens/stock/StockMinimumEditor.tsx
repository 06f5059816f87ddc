import { check, forward, type GenericSchema, object, pipe, string } from "valibot";
import { parseDecimal } from "#domain/decimal.ts";
import { isDecimalBetween } from "#domain/decimalRange.ts";
import { type StockMinimumDraft, stockMinimumEditor } from "#machines/directory/descriptors/stockMinimum.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";

const isQuantity = (text: string): boolean => text.trim() === "" || isDecimalBetween(text, 0);

const quantity = pipe(string(), check(isQuantity, "Число от 0 до 99 999 999,99999."));

/** Validation schema of the form for the minimum balance. */
export const stockMinimumSchema: GenericSchema<StockMinimumDraft, StockMinimumDraft> = pipe(
  object({ title: string(), unit: string(), minCount: quantity, orderUpTo: quantity }),
  forward(
    check(
      ({ minCount, orderUpTo }) =>
        orderUpTo.trim() === "" || (parseDecimal(orderUpTo) ?? 0) >= (parseDecimal(minCount) ?? 0),
      "Не меньше минимума.",
    ),
    ["orderUpTo"],
  ),
);

const describe = ({ minCount, orderUpTo }: StockMinimumDraft): readonly Fact[] => [
  ["Минимум", minCount],
  ["Заказывать до", orderUpTo],
];

/** Form for the minimum balance of a stock item in a company, and for the balance up to which the item is ordered. */
export const StockMinimumEditor = ({ companyId, id }: { companyId: number; id: number }) => {
  return (
    <DirectoryEditor
      descriptor={stockMinimumEditor}
      scope={{ companyId }}
      id={id}
      title="Минимальный остаток"
      schema={stockMinimumSchema}
      describe={describe}
      returnTo={`/Company/${companyId}/Stock`}
      savedText={() => "Минимум сохранён"}
    >
      {(form) => {
        const { errors, isSubmitted } = form.formState;
        const [title, unit, minCount, orderUpTo] = form.watch(["title", "unit", "minCount", "orderUpTo"]);
        const set = (name: "minCount" | "orderUpTo") => (text: string) =>
          form.setValue(name, text, { shouldDirty: true, shouldValidate: isSubmitted });
        const after = <span className="text-xs text-muted">{unit}</span>;
        return (
          <div className="card grid gap-3">
            <p className="font-semibold wrap-anywhere">{title}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              <DecimalField
                label="Минимум"
                value={minCount}
                error={errors.minCount?.message}
                hint="Осталось меньше — пора заказывать. Пусто — не следить"
                after={after}
                onText={set("minCount")}
              />
              <DecimalField
                label="Заказывать до"
                value={orderUpTo}
                error={errors.orderUpTo?.message}
                hint="Сколько должно стать. Пусто — столько, сколько минимум"
                after={after}
                onText={set("orderUpTo")}
              />
            </div>
          </div>
        );
      }}
    </DirectoryEditor>
  );
};
