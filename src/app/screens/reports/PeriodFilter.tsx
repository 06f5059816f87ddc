import { ArrowLeftRight } from "lucide-react";
import {
  type DatePeriod,
  type Grouping,
  groupings,
  hasDays,
  type Preset,
  type reasonNotToReport,
} from "#machines/queries/period.ts";
import { DayButton } from "../../shared/DayButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";

const titles: Record<Preset, string> = {
  today: "Сегодня",
  yesterday: "Вчера",
  week: "Неделя",
  month: "Месяц",
  lastMonth: "Прошлый месяц",
  year: "Год",
  own: "Свой период",
};

const options = (["today", "yesterday", "week", "month", "lastMonth", "year", "own"] as const).map((value) => ({
  value,
  title: titles[value],
}));

const groupingTitles: Record<Grouping, string> = { day: "По дням", week: "По неделям", month: "По месяцам" };

/** Filter of the reports: a named period or two dates, the grouping, and the comparison with the preceding period. */
export const PeriodFilter = ({
  companyId,
  period,
  grouping,
  isCompared,
  change,
}: {
  companyId: number;
  period: DatePeriod & { readonly preset: Preset };
  grouping: Grouping;
  isCompared: boolean;
  change: (patch: Readonly<Record<string, string>>) => void;
}) => {
  const { start, end, preset } = period;
  const setDays = (startDate: string, endDate: string) => change({ period: "", startDate, endDate });
  const choose = (name: Preset) =>
    name === "own" ? setDays(start, end) : change({ period: name === "month" ? "" : name, startDate: "", endDate: "" });
  return (
    <>
      <div className="mb-2.5">
        <FilterChips
          label="Период"
          options={options}
          value={preset}
          onChoose={(value) => choose(options.find((option) => option.value === value)?.value ?? "month")}
        />
      </div>
      <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
        <DayField label="С" value={start} onDay={(day) => setDays(day, end)} />
        <DayField label="По" value={end} onDay={(day) => setDays(start, day)} />
        <span className="pt-5">
          <DayButton
            companyId={companyId}
            from={start}
            to={end}
            onPick={(from, to) => (from && to ? setDays(from, to) : choose("today"))}
          >
            Календарь
          </DayButton>
        </span>
        <label className="grid gap-0.5 text-xs text-muted">
          Группировка
          <select
            className="field w-36 text-base"
            value={grouping}
            onChange={(event) => change({ group: event.target.value })}
          >
            {groupings.map((name) => (
              <option key={name} value={name} disabled={name === "day" && !hasDays(period)}>
                {groupingTitles[name]}
                {name === "day" && !hasDays(period) && " (не больше двух лет)"}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-h-8 items-center gap-2 pt-5">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isCompared}
            onChange={(event) => change({ compare: event.target.checked ? "1" : "" })}
          />
          Сравнить с прошлым периодом
        </label>
      </div>
    </>
  );
};

/** Error message for an invalid period, with a button that corrects the period. */
export const PeriodProblem = ({
  problem,
  period: { start, end },
  change,
}: {
  problem: NonNullable<ReturnType<typeof reasonNotToReport>>;
  period: DatePeriod;
  change: (patch: Readonly<Record<string, string>>) => void;
}) =>
  problem === "backwards" ? (
    <ErrorBox title="Неверный период" message="Последний день раньше первого.">
      <Button onClick={() => change({ startDate: end, endDate: start })}>
        <ArrowLeftRight size={16} aria-hidden /> Поменять местами
      </Button>
    </ErrorBox>
  ) : (
    <ErrorBox title="Слишком длинный период" message="Отчёт строится не больше чем за десять лет.">
      <Button onClick={() => change({ period: "year", startDate: "", endDate: "" })}>Показать за год</Button>
    </ErrorBox>
  );
