import type { Day } from "#domain/dates.ts";
import { addMonths, dayOfQuery } from "#domain/day.ts";
import { addDays, countDays, firstOfMonth, lastOfMonth } from "#domain/days.ts";

/** A range of business days, both ends included. */
export interface DatePeriod {
  readonly start: Day;
  readonly end: Day;
}

/** The periods that have a name; what reaches up to today moves on with it. */
export const presets = {
  today: (today: Day): DatePeriod => ({ start: today, end: today }),
  yesterday: (today: Day): DatePeriod => ({ start: addDays(today, -1), end: addDays(today, -1) }),
  week: (today: Day): DatePeriod => ({ start: addDays(today, -6), end: today }),
  month: (today: Day): DatePeriod => ({ start: addMonths(today, -1), end: today }),
  lastMonth: (today: Day): DatePeriod => {
    const day = addMonths(today, -1);
    return { start: firstOfMonth(day), end: lastOfMonth(day) };
  },
  year: (today: Day): DatePeriod => ({ start: addDays(addMonths(today, -12), 1), end: today }),
} as const;

/** A period by its name, or one of two days of one's own. */
export type Preset = keyof typeof presets | "own";

const isPreset = (text: string | null): text is keyof typeof presets => text !== null && Object.hasOwn(presets, text);

/** The period of a query string: a named one, or startDate and endDate, of which a missing one lies a month away; without any the month up to today (business, section 9). */
export const readPeriod = (query: URLSearchParams, today: Day): DatePeriod & { preset: Preset } => {
  const name = query.get("period");
  if (isPreset(name)) return { preset: name, ...presets[name](today) };
  const [startText, endText] = [query.get("startDate"), query.get("endDate")];
  if (!startText && !endText) return { preset: "month", ...presets.month(today) };
  // A day that does not exist means the current one (decisions, section 2).
  const start = startText ? (dayOfQuery(startText) ?? today) : undefined;
  const end = endText ? (dayOfQuery(endText) ?? today) : addMonths(start ?? today, 1);
  return { preset: "own", start: start ?? addMonths(end, -1), end };
};

const LONGEST_YEARS = 10;

/** Why nothing can be reported of a period; undefined when something can. */
export const reasonNotToReport = ({ start, end }: DatePeriod): "backwards" | "long" | undefined => {
  if (end < start) return "backwards";
  return end > addMonths(start, 12 * LONGEST_YEARS) ? "long" : undefined;
};

/** What the lines of a report stand for. */
export const groupings = ["day", "week", "month"] as const;
/** One of `groupings`. */
export type Grouping = (typeof groupings)[number];

const MOST_DAYS = 731;

/** Whether a period may be shown by days: two years at most, more nobody could read. */
export const hasDays = ({ start, end }: DatePeriod): boolean => countDays(start, end) <= MOST_DAYS;

/** The grouping that is asked for where it fits the period, else one that does: some dozens of lines. */
export const groupingFor = (asked: string | null, period: DatePeriod): Grouping => {
  const wanted = groupings.find((grouping) => grouping === asked);
  if (wanted !== undefined && (wanted !== "day" || hasDays(period))) return wanted;
  const days = countDays(period.start, period.end);
  if (days <= 62) return "day";
  return days <= 400 ? "week" : "month";
};
