import type { Day } from "./dates.ts";

/** Returns true if the text is an existing calendar day in the form "YYYY-MM-DD". */
export const isDay = (text: string): boolean => {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : "");
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};

/** Adds months to a day. If the resulting month is too short for the day, returns the last day of the month. */
export const addMonths = (day: Day, months: number): Day => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
};

/**
 * Parses a day from a query string, such as "2026-11-21" or "2026-1-2". Returns undefined for an invalid text, a day
 * that does not exist, or a year outside 2000 to 2099 (decisions, section 2).
 */
export const parseQueryDay = (text: string | null): Day | undefined => {
  const [, year, month = "", day = ""] = /^(20\d\d)-(\d{1,2})-(\d{1,2})$/.exec(text?.trim() ?? "") ?? [];
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : undefined;
};

/**
 * Returns the query string with its days rewritten as "YYYY-MM-DD" (decisions, section 2). An invalid `date` is
 * removed, because a missing `date` means today, and an invalid `startDate` or `endDate` becomes today.
 */
export const correctQueryDays = (search: string, today: Day): string => {
  const query = new URLSearchParams(search);
  for (const name of ["date", "startDate", "endDate"]) {
    const text = query.get(name);
    if (text === null) continue;
    const day = parseQueryDay(text) ?? (name === "date" ? undefined : today);
    if (day === undefined) query.delete(name);
    else if (day !== text) query.set(name, day);
  }
  return query.toString();
};

/**
 * Returns the range of days in a query string, given as `date` or as `startDate` and `endDate`. With one bound, the
 * range is one month long (business, section 9). Without any bound, both days are undefined. An invalid day counts as
 * `today` (decisions, section 2), or as missing if there is no `today`.
 */
export const parseQueryDays = (
  query: URLSearchParams,
  today?: Day,
): { startDate: Day | undefined; endDate: Day | undefined } => {
  const [date, start, end] = ["date", "startDate", "endDate"].map((name) => {
    const text = query.get(name);
    return text ? (parseQueryDay(text) ?? today) : undefined;
  });
  return {
    startDate: date ?? start ?? (end && addMonths(end, -1)),
    endDate: date ?? end ?? (start && addMonths(start, 1)),
  };
};
