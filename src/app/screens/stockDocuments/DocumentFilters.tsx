import type { ReactNode } from "react";
import { PeriodFields } from "../../shared/PeriodFields.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import type { DocumentFilter, StateTexts } from "./useDocumentFilter.ts";

/** Filters of a list of stock documents: `children`, the period and the state. */
export const DocumentFilters = <State extends string>({
  filter: { period, state, change },
  states,
  children,
}: {
  filter: DocumentFilter<State>;
  states: StateTexts<State>;
  children?: ReactNode;
}) => (
  <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
    {children}
    <PeriodFields period={period} onDays={(startDate, endDate) => change({ period: "", startDate, endDate })} />
    <span className="min-[700px]:pt-5">
      <FilterChips
        label="Состояние"
        options={[
          { value: "", title: "Все" },
          ...Object.entries<{ title: string }>(states).map(([value, { title }]) => ({ value, title })),
        ]}
        value={state ?? ""}
        onChoose={(value) => change({ state: value })}
      />
    </span>
  </div>
);
