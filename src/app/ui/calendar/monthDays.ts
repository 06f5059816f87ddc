import type { Day } from "#domain/dates.ts";
import { addMonths } from "#domain/day.ts";
import { addDays, firstOfMonth, lastOfMonth, mondayOf } from "#domain/days.ts";

/**
 * Returns the weeks of a month, each from Monday to Sunday. The first and the last week may contain days of other
 * months.
 */
export const weeksOfMonth = (day: Day): Day[][] => {
  const last = lastOfMonth(day);
  const weeks: Day[][] = [];
  for (let monday = mondayOf(firstOfMonth(day)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)));
  return weeks;
};

/** Returns true if both days are in the same month. */
export const isSameMonth = (day: Day, other: Day): boolean => day.slice(0, 7) === other.slice(0, 7);

const moves: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/**
 * Returns the day to which a key moves the focus, as the WAI-ARIA pattern for date grids requires. Returns undefined
 * for any other key.
 */
export const dayByKey = (key: string, day: Day): Day | undefined => moves[key]?.(day);
