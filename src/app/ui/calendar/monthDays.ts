import type { Day } from "#domain/dates.ts";
import { addMonths } from "#domain/day.ts";
import { addDays, firstOfMonth, lastOfMonth, mondayOf } from "#domain/days.ts";

/** Whole weeks that cover the month of a day, Monday first. */
export const weeksOfMonth = (day: Day): Day[][] => {
  const last = lastOfMonth(day);
  const weeks: Day[][] = [];
  for (let monday = mondayOf(firstOfMonth(day)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)));
  return weeks;
};

/** Returns true when two days lie in the same month. */
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

/** Returns the day that a key moves the focus to, undefined for any other key (keys of the WAI-ARIA date grid). */
export const dayByKey = (key: string, day: Day): Day | undefined => moves[key]?.(day);
