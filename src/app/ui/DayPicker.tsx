import type { Day } from "#domain/dates.ts";
import { Calendar } from "./calendar/Calendar.tsx";

/**
 * Popover with a calendar in which only today and days with orders can be picked. A Shift click picks the range from
 * the previously picked day.
 */
export const DayPicker = ({
  days,
  today,
  from,
  to,
  note = "С клавишей Shift — период",
  onPick,
  onClose,
}: {
  /** Number of orders on each day. */
  days: ReadonlyMap<Day, number>;
  today: Day;
  from: Day | undefined;
  to: Day | undefined;
  /** Text below the calendar. */
  note?: string;
  /** Called with the first and the last day of the picked range. Both are undefined if the user picks only today. */
  onPick: (from: Day | undefined, to: Day | undefined) => void;
  onClose: () => void;
}) => {
  const pick = (day: Day, isRange: boolean) => {
    const [first = day, last = day] = isRange && from ? [from, day].sort() : [];
    if (day === today && !isRange) onPick(undefined, undefined);
    else onPick(first, last);
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the popover from any element in it
    <div
      data-layer
      className="absolute top-full left-0 z-30 mt-1 w-70 rounded-lg border border-line bg-raised p-3 shadow-float"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && event.relatedTarget && onClose()}
    >
      <Calendar
        firstFocused={from ?? today}
        isChosen={(day) => (from ? day >= from && day <= (to ?? from) : day === today)}
        reasonNotToPick={(day) => (days.get(day) || day === today ? undefined : "В этот день заказов нет")}
        titleOf={(day) => `Заказов: ${days.get(day) ?? 0}`}
        onPick={pick}
      />
      <p className="mt-2 text-xs text-muted empty:hidden">{note}</p>
    </div>
  );
};
