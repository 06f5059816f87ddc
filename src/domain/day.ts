import type { Day } from "./dates.ts";

/** Whether a text is a calendar day that exists, "YYYY-MM-DD". */
export const isDay = (text: string): boolean => {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : "");
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};

/** The day a number of months away; the 31st becomes the last of a shorter month. */
export const addMonths = (day: Day, months: number): Day => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
};

/** The day of the years 2000 to 2099 that a year-month-day text of a query names; undefined when it names none, as 31 February does (decisions, section 2). */
export const dayOfQuery = (text: string | null): Day | undefined => {
  const [, year, month = "", day = ""] = /^(20\d\d)-(\d{1,2})-(\d{1,2})$/.exec(text?.trim() ?? "") ?? [];
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(read) ? read : undefined;
};

/** The days of a query string: `date` for one, else `startDate` and `endDate`, of which a missing one lies a month away; none without any (business, section 9). */
export const daysOfQuery = (query: URLSearchParams): { startDate: Day | undefined; endDate: Day | undefined } => {
  const [date, start, end] = ["date", "startDate", "endDate"].map((name) => dayOfQuery(query.get(name)));
  return {
    startDate: date ?? start ?? (end && addMonths(end, -1)),
    endDate: date ?? end ?? (start && addMonths(start, 1)),
  };
};
