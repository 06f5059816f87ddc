import { useState } from "react";
import type { Day } from "#domain/dates.ts";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { CalendarDay } from "#machines/queries/calendar.ts";
import { dayOfMonth } from "../../shared/dayNames.ts";
import { MonthGrid } from "../../ui/calendar/MonthGrid.tsx";
import { isSameMonth } from "../../ui/calendar/monthDays.ts";
import { compactFormatFor } from "../../ui/charts/formatCompact.ts";
import { heatTones } from "../../ui/charts/heatTones.ts";
import { heatLevelOf } from "../../ui/charts/scale.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { ordersPath } from "./ordersPath.ts";

/** Figure that determines the colour of a calendar day. */
export type Measure = "count" | "amount";

const roublesFormat = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 0 });

/** Returns the text of a calendar day for screen readers. */
const describeDay = ({ date, count, amount, canceledCount = 0 }: CalendarDay): string =>
  [
    dayOfMonth(date),
    count > 0 ? counted(count, ["заказ", "заказа", "заказов"]) : "заказов нет",
    count > 0 && amount !== undefined && `на ${formatMoney(amount)}`,
    canceledCount > 0 && `отменено ${canceledCount}`,
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Formats an amount with at most three digits and its unit, for example "12,3 тыс.". The line may break before the
 * unit.
 */
const shortAmount = (amount: number): string => {
  const { format, unit } = compactFormatFor(amount);
  return `${format(amount)} ${unit || "р."}`;
};

/** Date and figures of a day. On a phone only the figure that determines the colour is shown. */
const DayFigures = ({ day, isToday, measure }: { day: CalendarDay; isToday: boolean; measure: Measure }) => (
  <>
    <span className="flex items-baseline justify-between gap-1">
      <span className={classNames("font-semibold", isToday && "rounded bg-accent px-1.5 text-on-accent")}>
        {Number(day.date.slice(8))}
      </span>
      {isToday && <span className="text-xs max-[700px]:hidden">сегодня</span>}
    </span>
    {day.count > 0 && (
      <span className="text-xs leading-4">
        <span className={classNames("block text-base font-semibold", measure === "amount" && "max-[480px]:hidden")}>
          {day.count}
        </span>
        {measure === "amount" && day.amount !== undefined && (
          <span className="block min-[481px]:hidden">{shortAmount(day.amount)}</span>
        )}
        {day.amount !== undefined && (
          <span className="block truncate max-[480px]:hidden">{roublesFormat.format(day.amount)} р.</span>
        )}
      </span>
    )}
  </>
);

/**
 * Calendar of a month as a heat map. Enter opens the order summary of the focused day, unless the day is in the future
 * and has no orders.
 */
export const CalendarMonth = ({
  companyId,
  days,
  date,
  today,
  measure,
  onDate,
}: {
  companyId: number;
  days: readonly CalendarDay[];
  /** Day that gets the initial focus. The calendar shows the month of this day. */
  date: Day;
  today: Day;
  measure: Measure;
  /** Called when the focus moves to another month, and when the user opens the order summary of a day. */
  onDate: (date: Day) => void;
}) => {
  const [focus, setFocus] = useState({ date, day: date });
  // When the date in the URL changes, for example after "Back", the focus moves to the new date.
  const focusedDay = focus.date === date ? focus.day : date;
  const moveTo = (day: Day) => {
    const isOtherMonth = !isSameMonth(day, date);
    setFocus({ date: isOtherMonth ? day : date, day });
    if (isOtherMonth) onDate(day);
  };
  const byDate = new Map(days.map((day) => [day.date, day]));
  const highest = Math.max(0, ...days.map((day) => day[measure] ?? 0));
  return (
    <MonthGrid label="Дни месяца" focusedDay={focusedDay} onFocusedDay={moveTo} className="w-full table-fixed">
      {(name, attributes) => {
        if (!isSameMonth(name, focusedDay)) return null;
        const day = byDate.get(name) ?? { date: name, count: 0 };
        const isToday = name === today;
        const dayClass = classNames(
          "flex h-20 flex-col justify-between rounded-md border border-line p-1.5 text-left",
          heatTones[heatLevelOf(day[measure] ?? 0, highest)],
          isToday && "border-accent",
        );
        return name <= today || day.count > 0 ? (
          <Link
            {...attributes}
            href={ordersPath({ companyId, date: name }, "/DashBoard/Summury")}
            aria-current={isToday ? "date" : undefined}
            aria-label={describeDay(day)}
            title={describeDay(day)}
            className={classNames(dayClass, "hover:border-accent")}
            onClick={() => onDate(name)}
          >
            <DayFigures day={day} isToday={isToday} measure={measure} />
          </Link>
        ) : (
          <span {...attributes} className={classNames(dayClass, "text-muted")}>
            <DayFigures day={day} isToday={isToday} measure={measure} />
          </span>
        );
      }}
    </MonthGrid>
  );
};
