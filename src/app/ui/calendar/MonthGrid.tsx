import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Day } from "#domain/dates.ts";
import { weekdays } from "../../shared/dayNames.ts";
import { dayByKey, weeksOfMonth } from "./monthDays.ts";

/** Attributes of the element that renders a day. Only the focused day is in the tab order. */
export interface DayAttributes {
  readonly "data-day": Day;
  readonly tabIndex: 0 | -1;
}

/**
 * Grid of the days of a month, starting with Monday. The arrow keys, Home, End, Page Up and Page Down move the focus
 * between days.
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
  /** Day in the tab order. The grid shows its month. */
  focusedDay: Day;
  /** True if the day is focused when the grid is mounted. */
  isFocusedAtFirst?: boolean;
  onFocusedDay: (day: Day) => void;
  className?: string;
  /** Renders one day. Returns null if the cell must stay empty. */
  children: (day: Day, attributes: DayAttributes) => ReactNode;
}) => {
  const grid = useRef<HTMLTableElement>(null);
  // Only a key press in the grid moves the DOM focus to a day. After a click on a button outside of the grid the focus
  // stays on that button.
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
