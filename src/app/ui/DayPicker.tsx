import { ChevronLeft, ChevronRight } from "lucide-react";
import { DateTime } from "luxon";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";

const weekdays = ["пн", "вт", "ср", "чт", "пт", "сб", "вс"];
const dayOf = (moment: DateTime): string => moment.toFormat("yyyy-MM-dd");
const read = (day: string): DateTime => DateTime.fromISO(day, { zone: "utc" });

/** The six weeks that a month is shown in, Monday first. */
const daysShown = (month: DateTime): DateTime[] => {
  const first = month.startOf("month").startOf("week");
  return Array.from({ length: 42 }, (_, at) => first.plus({ days: at }));
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month whose days with orders can be chosen; with Shift a press makes a range. Days are "YYYY-MM-DD". */
export const DayPicker = ({
  days,
  today,
  from,
  to,
  note = "С клавишей Shift — период",
  onPick,
  onClose,
}: {
  /** Day to how many orders it has. */
  days: ReadonlyMap<string, number>;
  today: string;
  from: string | undefined;
  to: string | undefined;
  /** What is said below the days. */
  note?: string;
  onPick: (from: string | undefined, to: string | undefined) => void;
  onClose: () => void;
}) => {
  const [focused, setFocused] = useState(from ?? today);
  const month = read(focused);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const pick = (day: string, isRange: boolean) => {
    const ends = isRange && from ? [from, day].sort() : [day, day];
    onPick(...(day === today && !isRange ? ([undefined, undefined] as const) : ([ends[0], ends[1]] as const)));
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setFocused(dayOf(month.plus({ days: step })));
  };
  const isChosen = (day: string) => (from ? day >= from && day <= (to ?? from) : day === today);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc and the arrows move within the month
    <div
      data-layer
      className="absolute top-full left-0 z-30 mt-1 rounded-lg border border-line bg-raised p-3 shadow-float"
      onKeyDown={press}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && event.relatedTarget && onClose()}
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <Button kind="ghost" aria-label="Месяц назад" onClick={() => setFocused(dayOf(month.minus({ months: 1 })))}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <span aria-live="polite" className="font-semibold">
          {month.setLocale("ru").toFormat("LLLL yyyy")}
        </span>
        <Button kind="ghost" aria-label="Месяц вперёд" onClick={() => setFocused(dayOf(month.plus({ months: 1 })))}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <table ref={grid} className="text-sm">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="size-8 text-xs font-normal text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 7, 14, 21, 28, 35].map((start) => (
            <tr key={start}>
              {daysShown(month)
                .slice(start, start + 7)
                .map((moment) => {
                  const day = dayOf(moment);
                  const count = days.get(day) ?? 0;
                  const isOpen = count > 0 || day === today;
                  return (
                    <td key={day} className="p-0.5">
                      <button
                        type="button"
                        data-day={day}
                        tabIndex={day === focused ? 0 : -1}
                        aria-disabled={!isOpen || undefined}
                        aria-pressed={isChosen(day)}
                        aria-label={moment.setLocale("ru").toFormat("d MMMM yyyy")}
                        title={isOpen ? `Заказов: ${count}` : "В этот день заказов нет"}
                        className="size-8 rounded-md hover:bg-sunken aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent aria-pressed:bg-accent-weak aria-pressed:font-semibold aria-pressed:text-accent"
                        onClick={(event) => isOpen && pick(day, event.shiftKey)}
                      >
                        {moment.day}
                      </button>
                    </td>
                  );
                })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-xs text-muted empty:hidden">{note}</p>
    </div>
  );
};
