import { useMemo } from "react";
import { readStock } from "#machines/directory/descriptors/stock.ts";
import type { DatePeriod, Preset } from "#machines/queries/period.ts";
import { PeriodFields } from "../../shared/PeriodFields.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";

const presets = [
  { value: "today", title: "Сегодня" },
  { value: "week", title: "Неделя" },
  { value: "month", title: "Месяц" },
];

const stockQuery = { name: "stockChoices", load: readStock };

const useChoices = (companyId: number) => {
  const stockItems = useQuery(stockQuery, { companyId }).shown?.answer;
  return useMemo(
    () => [{ id: 0, name: "Все товары" }, ...(stockItems ?? []).map(({ id, title }) => ({ id, name: title }))],
    [stockItems],
  );
};

/** Filters of the stock operations: stock item and period. */
export const OperationFilters = ({
  companyId,
  stockItemId,
  period,
  change,
}: {
  companyId: number;
  stockItemId: number | undefined;
  period: DatePeriod & { readonly preset: Preset };
  change: (patch: Readonly<Record<string, string>>) => void;
}) => {
  const choices = useChoices(companyId);
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field label="Товар" className="w-60">
        {(control) => (
          <Chooser
            control={control}
            label="Товар"
            value={stockItemId}
            choices={choices}
            empty="Все товары"
            onChoose={(id) => change({ stockItem: id === 0 ? "" : String(id) })}
          />
        )}
      </Field>
      <PeriodFields period={period} onDays={(startDate, endDate) => change({ period: "", startDate, endDate })} />
      <span className="min-[700px]:pt-5">
        <FilterChips
          label="Период"
          options={presets}
          value={period.preset}
          onChoose={(name) => change({ period: name === "month" ? "" : name, startDate: "", endDate: "" })}
        />
      </span>
    </div>
  );
};
