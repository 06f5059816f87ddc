import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type CalendarDay, dayByKey, weeksOf } from "#machines/dashboards/calendar.ts";
import { heatTones } from "../../ui/charts/heat.ts";
import { levelOf } from "../../ui/charts/scale.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { dayOfMonth, weekdays } from "./dayNames.ts";
import { ordersPath } from "./dayPlace.ts";

/** What a day's colour stands for. */
export type Measure = "count" | "amount";

const rubles = new Intl.NumberFormat("ru-RU", { maximumFractionDigits: 0 });

/** What a screen reader says of a day. */
const wordsOf = ({ date, count, amount = 0, canceledCount = 0 }: CalendarDay): string =>
  [
    dayOfMonth(date),
    count > 0 ? `${counted(count, ["заказ", "заказа", "заказов"])} на ${formatMoney(amount)}` : "заказов нет",
    canceledCount > 0 && `отменено ${canceledCount}`,
  ]
    .filter(Boolean)
    .join(", ");

const Inside = ({ day, isToday }: { day: CalendarDay; isToday: boolean }) => (
  <>
    <span className="flex items-baseline justify-between gap-1">
      <span className={classNames("font-semibold", isToday && "rounded bg-accent px-1.5 text-on-accent")}>
        {Number(day.date.slice(8))}
      </span>
      {isToday && <span className="text-xs max-[700px]:hidden">сегодня</span>}
    </span>
    {day.count > 0 && (
      <span className="text-xs leading-4">
        <span className="block text-base font-semibold">{day.count}</span>
        <span className="block truncate max-[480px]:hidden">{rubles.format(day.amount ?? 0)} р.</span>
      </span>
    )}
  </>
);

/** A month as a heat map; the arrows walk over its days, Page Up and Page Down over months, and Enter opens a day's summary. */
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
  /** The day that the keyboard is on. */
  date: string;
  today: string;
  measure: Measure;
  /** The keyboard has come to another month, or a day is about to be opened. */
  onDate: (date: string) => void;
}) => {
  const [focused, setFocused] = useState(date);
  const grid = useRef<HTMLTableElement>(null);
  const isWalking = useRef(false);
  useEffect(() => setFocused(date), [date]);
  // Where the walk has come to another month its days are there with the new date.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when another month is shown
  useEffect(() => {
    if (isWalking.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused, date]);
  const press = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : dayByKey(event.key, focused);
    if (next === undefined) return;
    event.preventDefault();
    isWalking.current = true;
    setFocused(next);
    if (next.slice(0, 7) !== date.slice(0, 7)) onDate(next);
  };
  const byDate = new Map(days.map((day) => [day.date, day]));
  const most = Math.max(0, ...days.map((day) => day[measure] ?? 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar that is walked over is a grid of days
    <table ref={grid} role="grid" aria-label="Дни месяца" className="w-full table-fixed" onKeyDown={press}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" className="pb-1 text-xs font-semibold text-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(date).map((week, at) => (
          <tr key={week.find((day) => day !== undefined) ?? at}>
            {week.map((name, place) => {
              const day = name === undefined ? undefined : (byDate.get(name) ?? { date: name, count: 0 });
              if (!day) return <td key={weekdays[place]} />;
              const isToday = day.date === today;
              const isOpen = day.date <= today || day.count > 0;
              const look = classNames(
                "flex h-20 flex-col justify-between rounded-md border border-line p-1.5 text-left",
                heatTones[levelOf(day[measure] ?? 0, most)],
                isToday && "border-accent",
              );
              return (
                <td key={day.date} className="p-0.5">
                  {isOpen ? (
                    <Link
                      href={ordersPath({ companyId, date: day.date }, "/DashBoard/Summury")}
                      data-day={day.date}
                      tabIndex={day.date === focused ? 0 : -1}
                      aria-current={isToday ? "date" : undefined}
                      aria-label={wordsOf(day)}
                      title={wordsOf(day)}
                      className={classNames(look, "hover:border-accent")}
                      onClick={() => onDate(day.date)}
                    >
                      <Inside day={day} isToday={isToday} />
                    </Link>
                  ) : (
                    <span
                      data-day={day.date}
                      tabIndex={day.date === focused ? 0 : -1}
                      className={classNames(look, "text-muted")}
                    >
                      <Inside day={day} isToday={isToday} />
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
