import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Day } from "#domain/dates.ts";
import { weekdays } from "../../shared/dayNames.ts";
import { dayByKey, weeksOfMonth } from "./monthDays.ts";

/** HTML attributes of the element that renders a day. Only the focused day has a `tabIndex` of 0. */
export interface DayAttributes {
  readonly "data-day": Day;
  readonly tabIndex: 0 | -1;
}

/**
 * Grid with the days of a month, in weeks from Monday. The arrow keys, Home, End, Page Up and Page Down move the focus.
 */
export const MonthGrid = ({
  label,
  focusedDay,
  isFocusedAtFirst = false,
  onFocusedDay,
  className,
  children,
}: {
  label: string;
  /** Day that the Tab key reaches. The grid shows the month of this day. */
  focusedDay: Day;
  /** True if the day gets the DOM focus when the grid is mounted. */
  isFocusedAtFirst?: boolean;
  onFocusedDay: (day: Day) => void;
  className?: string;
  /** Renders one day. Returns null for a cell that stays empty. */
  children: (day: Day, attributes: DayAttributes) => ReactNode;
}) => {
  const grid = useRef<HTMLTableElement>(null);
  // A key press in the grid moves the DOM focus to another day. A click on a button outside of the grid does not, so
  // the button keeps the focus.
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
