import { DateTime, type DurationLike } from "luxon";

/** Time zone of a company (IANA name), and the local time "HH:mm" at which its business day starts. */
export interface Zone {
  timeZone: string;
  dayStart: string;
}

/** Calendar day in the form "YYYY-MM-DD". */
export type Day = string;

const dayOf = (moment: DateTime): Day => moment.toFormat("yyyy-MM-dd");

/** Maximum number of cached starts of days. */
const MAX_STARTS = 10_000;

/** Starts of business days, ms since 1970, keyed by time zone and local time. */
const starts = new Map<string, number>();

/**
 * Returns the start of a business day from a cache. A report needs the starts of up to 732 days, and their computation
 * would block the server for longer than all other work of the report.
 */
export const startOfDay = (day: Day, { timeZone, dayStart }: Zone): Date => {
  const key = `${timeZone} ${day}T${dayStart}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  const start = DateTime.fromISO(`${day}T${dayStart}`, { zone: timeZone }).toMillis();
  if (starts.size >= MAX_STARTS) starts.clear();
  starts.set(key, start);
  return new Date(start);
};

/** Adds a duration to a day. If the resulting month is too short for the day, returns the last day of the month. */
export const shiftDay = (day: Day, by: DurationLike): Day => dayOf(DateTime.fromISO(day, { zone: "utc" }).plus(by));

/** Returns the business day to which an instant belongs (decisions, section 5). */
export const businessDay = (instant: Date, zone: Zone): Day => {
  const day = dayOf(DateTime.fromJSDate(instant, { zone: zone.timeZone }));
  return instant < startOfDay(day, zone) ? shiftDay(day, { days: -1 }) : day;
};

/** Returns the start of a business day and its end, which is the start of the next day. */
export const dayRange = (day: Day, zone: Zone): { start: Date; end: Date } => ({
  start: startOfDay(day, zone),
  end: startOfDay(shiftDay(day, { days: 1 }), zone),
});

/**
 * Returns the start of the first business day of a range, and the end of the last one. The end does not belong to the
 * range.
 */
export const daysRange = (days: { start: Day; end: Day }, zone: Zone): { start: Date; end: Date } => ({
  start: dayRange(days.start, zone).start,
  end: dayRange(days.end, zone).end,
});

/**
 * Parses a day in the form "2026-11-21" or "2026-1-2". Returns the fallback for an invalid text or a day that does not
 * exist (decisions, section 2).
 */
export const readDay = (text: string | null | undefined, fallback: Day): Day => {
  const [, year, month = "", day = ""] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text?.trim() ?? "") ?? [];
  const read = DateTime.fromISO(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, { zone: "utc" });
  return read.isValid ? dayOf(read) : fallback;
};

/**
 * Returns the range of days in a query; an invalid day counts as today. A missing `startDate` becomes one month before
 * the end. A missing `endDate` becomes one month after `startDate`, or today if both are missing.
 */
export const readRange = (
  query: { startDate?: string | null; endDate?: string | null },
  today: Day,
): { start: Day; end: Day } => {
  const start = query.startDate ? readDay(query.startDate, today) : undefined;
  const end = query.endDate ? readDay(query.endDate, today) : start ? shiftDay(start, { months: 1 }) : today;
  return { start: start ?? shiftDay(end, { months: -1 }), end };
};
