import type { Day } from "#domain/dates.ts";
import { addMonths, parseQueryDay } from "#domain/day.ts";
import { addDays, countDays, firstOfMonth, lastOfMonth } from "#domain/days.ts";

/** Range of business days, both ends included. */
export interface DatePeriod {
  readonly start: Day;
  readonly end: Day;
}

/** Named periods that are relative to today. */
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

/** Name of a period. `own` means that the user chose the days of the period. */
export type Preset = keyof typeof presets | "own";

const isPreset = (text: string | null): text is keyof typeof presets => text !== null && Object.hasOwn(presets, text);

/**
 * Reads a named period or two dates from a query string (business, section 9). With one date, the period is one month
 * long. Without dates, the period is the month up to today.
 */
export const readPeriod = (query: URLSearchParams, today: Day): DatePeriod & { preset: Preset } => {
  const name = query.get("period");
  if (isPreset(name)) return { preset: name, ...presets[name](today) };
  const [startText, endText] = [query.get("startDate"), query.get("endDate")];
  if (!startText && !endText) return { preset: "month", ...presets.month(today) };
  // An invalid date counts as today (decisions, section 2).
  const start = startText ? (parseQueryDay(startText) ?? today) : undefined;
  const end = endText ? (parseQueryDay(endText) ?? today) : addMonths(start ?? today, 1);
  return { preset: "own", start: start ?? addMonths(end, -1), end };
};

const MAX_YEARS = 10;

/**
 * Returns the reason why no report is possible for the period, or undefined if a report is possible. `backwards`
 * means that the period ends before it starts, and `long` means more than ten years.
 */
export const reasonNotToReport = ({ start, end }: DatePeriod): "backwards" | "long" | undefined => {
  if (end < start) return "backwards";
  return end > addMonths(start, 12 * MAX_YEARS) ? "long" : undefined;
};

/** Groupings of a report. Each line shows one day, week or month. */
export const groupings = ["day", "week", "month"] as const;
/** Grouping of a report by day, week or month. */
export type Grouping = (typeof groupings)[number];

const MAX_DAYS = 731;

/** Returns true if the period is at most two years long. Such a period can be grouped by day. */
export const hasDays = ({ start, end }: DatePeriod): boolean => countDays(start, end) <= MAX_DAYS;

/**
 * Returns the requested grouping if the period allows it. Otherwise returns `day` for a period of up to 62 days, `week`
 * for up to 400 days, and `month` for a longer period.
 */
export const groupingFor = (requested: string | null, period: DatePeriod): Grouping => {
  const grouping = groupings.find((one) => one === requested);
  if (grouping !== undefined && (grouping !== "day" || hasDays(period))) return grouping;
  const days = countDays(period.start, period.end);
  if (days <= 62) return "day";
  return days <= 400 ? "week" : "month";
};
