import type { Day, Zone } from "./dates.ts";
import { parseQueryDay } from "./day.ts";
import { wallClock } from "./zone.ts";

const DAY_MS = 86_400_000;

const at = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(new Date(at(day).getTime() + days * DAY_MS));

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const lastOfMonth = (day: Day): Day => {
  const next = at(firstOfMonth(day));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return dayOf(new Date(next.getTime() - DAY_MS));
};

/** Returns the day of the week, from 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: Day): number => (at(day).getUTCDay() + 6) % 7;

export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/**
 * Returns the number of days in a range, both ends included. The result is 0 or less if the range ends before it
 * starts.
 */
export const countDays = (start: Day, end: Day): number => (at(end).getTime() - at(start).getTime()) / DAY_MS + 1;

/** Returns all days of a range, both ends included. */
export const daysBetween = (start: Day, end: Day): Day[] =>
  Array.from({ length: Math.max(0, countDays(start, end)) }, (_, index) => addDays(start, index));

/** Returns the company's business day at an instant. `instant` is in ms since 1970. */
export const wallDay = (instant: number, { timeZone, dayStart }: Zone): Day => {
  const clock = wallClock(instant, timeZone);
  return clock.toISOString().slice(11, 16) < dayStart ? addDays(dayOf(clock), -1) : dayOf(clock);
};

/**
 * Parses a typed day such as "21.11.2026", "21.11.26" or "1.2.2026". Returns undefined for an invalid text, a day that
 * does not exist, or a year outside 2000 to 2099.
 */
export const parseTypedDay = (text: string): Day | undefined => {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text.trim()) ?? [];
  return parseQueryDay(`${year.length === 2 ? "20" : ""}${year}-${month}-${day}`);
};

/**
 * Parses a typed birthday such as "3.05.1988", with a year from 1900 to 2099. Returns undefined for an invalid text or
 * a day that does not exist.
 */
export const parseTypedBirthday = (text: string): Day | undefined => {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})$/.exec(text.trim()) ?? [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return year !== "" && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
};
