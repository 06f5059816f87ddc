import { ChevronLeft, ChevronRight } from "lucide-react";
import { addMonths, parseQueryDay } from "#domain/day.ts";
import { firstOfMonth } from "#domain/days.ts";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { orderCalendarQuery, sumMonth } from "#machines/queries/calendar.ts";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { fullMonth } from "../../shared/dayNames.ts";
import { freshness } from "../../shared/freshness.ts";
import { NoOrders } from "../../shared/NoOrders.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Button } from "../../ui/Button.tsx";
import { ChartWithTable } from "../../ui/charts/ChartWithTable.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { CalendarMonth, type Measure } from "./CalendarMonth.tsx";
import { CalendarTable } from "./CalendarTable.tsx";
import { calendarExportColumns } from "./calendarExport.ts";

const measures = [
  { value: "count", title: "По заказам" },
  { value: "amount", title: "По деньгам" },
] as const;

const countOf = (count: number): string => counted(count, ["заказ", "заказа", "заказов"]);

/**
 * Calendar of a month as a heat map. The colours show the number of orders or the money, as the user chooses (business,
 * section 2).
 */
export const OrderCalendar = ({ companyId }: { companyId: number }) => {
  const today = useToday(companyId);
  const timeZone = useTimeZone(companyId);
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  const date = parseQueryDay(query.get("date")) ?? today;
  const hasAmounts = useHasExtensionFields();
  const measure: Measure = hasAmounts && query.get("by") === "amount" ? "amount" : "count";
  const month = firstOfMonth(date);
  const view = useQuery(orderCalendarQuery, { companyId, month, isCurrent: month === firstOfMonth(today) });
  const shownDays = view.shown?.answer.month === month ? view.shown.answer.days : [];
  const title = `Календарь заказов: ${fullMonth(month).toLowerCase()}`;
  useTitle(title);
  const go = (day: string, isStep = true) => change({ date: day === today ? "" : day }, isStep);
  const turn = (months: number) => () => go(addMonths(month, months));
  useCommands([
    { title: "Месяц назад", keys: "←", run: turn(-1) },
    { title: "Месяц вперёд", keys: "→", run: turn(1) },
    { title: "Текущий месяц", keys: "t", run: () => go(today) },
    { title: "Обновить", keys: "r", run: view.refresh },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <p className="text-sm text-muted">{freshness(view.shown, timeZone)}</p>
        <span className="flex-1" />
        <span className="flex items-center gap-2">
          <Button kind="ghost" keys="←" title="Месяц назад" onClick={turn(-1)}>
            <ChevronLeft size={16} aria-label="Месяц назад" />
          </Button>
          <Button keys="T" onClick={() => go(today)}>
            Текущий месяц
          </Button>
          <Button kind="ghost" keys="→" title="Месяц вперёд" onClick={turn(1)}>
            <ChevronRight size={16} aria-label="Месяц вперёд" />
          </Button>
          <RowsExport
            key={month}
            name={`Календарь заказов, ${fullMonth(month).toLowerCase()}`}
            columns={() => calendarExportColumns(hasAmounts)}
            rows={() => shownDays}
          />
        </span>
      </header>
      {hasAmounts && (
        <div className="mb-3">
          <FilterChips
            label="Что показывает цвет"
            options={measures}
            value={measure}
            onChoose={(by) => change({ by: by === "amount" ? by : "" }, false)}
          />
        </div>
      )}
      <QueryResult view={view}>
        {() => {
          const total = sumMonth(shownDays);
          return (
            <ChartWithTable
              title={hasAmounts ? "Заказы и деньги по дням" : "Заказы по дням"}
              note={
                hasAmounts
                  ? `${countOf(total.count)} на ${formatMoney(total.amount)}, отменено ${total.canceledCount}`
                  : countOf(total.count)
              }
              chartName="Календарь"
              chart={
                <>
                  <CalendarMonth
                    companyId={companyId}
                    days={shownDays}
                    date={date}
                    today={today}
                    measure={measure}
                    onDate={(day) => go(day, false)}
                  />
                  {total.count + total.canceledCount === 0 && (
                    <div className="mt-2">
                      <NoOrders companyId={companyId} text="В этом месяце заказов нет." />
                    </div>
                  )}
                </>
              }
              table={<CalendarTable companyId={companyId} days={shownDays} />}
            />
          );
        }}
      </QueryResult>
    </>
  );
};
