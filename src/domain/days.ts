import type { Day, Zone } from "./dates.ts";
import { dayOfQuery } from "./day.ts";
import { wallClock } from "./zone.ts";

const DAY_MS = 86_400_000;

const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** The day a number of days away. */
export const addDays = (day: Day, days: number): Day => dayOf(new Date(at(day).getTime() + days * DAY_MS));

/** The first day of a day's month. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The last day of a day's month. */
export const lastOfMonth = (day: Day): Day => {
  const next = at(firstOfMonth(day));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return dayOf(new Date(next.getTime() - DAY_MS));
};

/** The day of the week: 0 is Monday, 6 is Sunday. */
export const weekdayOf = (day: Day): number => (at(day).getUTCDay() + 6) % 7;

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/** How many days a range has, both ends included; 0 or less when it ends before it starts. */
export const countDays = (start: Day, end: Day): number => (at(end).getTime() - at(start).getTime()) / DAY_MS + 1;

/** Every day of a range, both ends included. */
export const daysBetween = (start: Day, end: Day): Day[] =>
  Array.from({ length: Math.max(0, countDays(start, end)) }, (_, index) => addDays(start, index));

/** The business day in which an instant lies, read off the wall clock of the company. */
export const wallDay = (instant: number, { timeZone, dayStart }: Zone): Day => {
  const clock = wallClock(instant, timeZone);
  return clock.toISOString().slice(11, 16) < dayStart ? addDays(dayOf(clock), -1) : dayOf(clock);
};

/** The day that somebody typed as "21.11.2026", "21.11.26" or "1.2.2026"; undefined for any other text and for a day that does not exist. */
export const dayOfTyped = (text: string): Day | undefined => {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  return dayOfQuery(`${year.length === 2 ? "20" : ""}${year}-${month}-${day}`);
};
