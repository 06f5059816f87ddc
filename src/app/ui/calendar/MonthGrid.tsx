import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Day } from "#domain/dates.ts";
import { weekdays } from "../../shared/dayNames.ts";
import { dayByKey, weeksOfMonth } from "./monthDays.ts";

/** Attributes of the element that stands for a day: only the focused day is in the tab order. */
export interface DayAttributes {
  readonly "data-day": Day;
  readonly tabIndex: 0 | -1;
}

/** Grid of the days of one month, Monday first. Arrows, Home, End, Page Up and Page Down move the focus from day to day. */
export const MonthGrid = ({
  label,
  focusedDay,
  isFocusedAtFirst = false,
  onFocusedDay,
  className,
  children,
}: {
  label: string;
  /** Day in the tab order. Its month is shown. */
  focusedDay: Day;
  /** Focuses the day when the grid appears. */
  isFocusedAtFirst?: boolean;
  onFocusedDay: (day: Day) => void;
  className?: string;
  /** Renders one day; returns null where the cell stays empty. */
  children: (day: Day, attributes: DayAttributes) => ReactNode;
}) => {
  const grid = useRef<HTMLTableElement>(null);
  // Only keys move the focus: after a press on a button beside the grid it stays on that button.
  const shouldFocus = useRef(isFocusedAtFirst);
  useEffect(() => {
    if (shouldFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focusedDay}"]`)?.focus();
    shouldFocus.current = false;
  }, [focusedDay]);
  const press = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : dayByKey(event.key, focusedDay);
    if (next === undefined) return;
    event.preventDefault();
    shouldFocus.current = true;
    onFocusedDay(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days with a roving tab stop are a grid (WAI-ARIA)
    <table ref={grid} role="grid" aria-label={label} className={className} onKeyDown={press}>
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
        {weeksOfMonth(focusedDay).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-px">
                {children(day, { "data-day": day, tabIndex: day === focusedDay ? 0 : -1 })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
