import { type Day, dayRange, readDay, type Zone } from "#domain/dates.ts";
import { backwardPeriod } from "../statistics/parsePeriod.ts";
import { businessDayAt } from "./today.ts";

/** Time period that contains its `start`, but not its `end`. An undefined bound means no limit. */
export interface Period {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

interface PeriodQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const isMoment = (text: string): boolean => text.includes("T");

// PostgreSQL cannot store every date that JavaScript can. No row has a date outside the years 2000 to 2099, so a date
// beyond them is replaced by the nearest bound.
const EARLIEST = "2000-01-01";
const LATEST = "2099-12-31";

const boundsOf = (text: string | undefined, zone: Zone, today: Day): Partial<Period> => {
  if (!text) return {};
  const moment = Date.parse(text);
  if (isMoment(text) && !Number.isNaN(moment)) {
    const clamped = Math.min(Math.max(moment, Date.parse(EARLIEST)), Date.parse(LATEST));
    return { start: new Date(clamped), end: new Date(clamped + 1) };
  }
  const day = readDay(text, today);
  return dayRange(day < EARLIEST ? EARLIEST : day > LATEST ? LATEST : day, zone);
};

/**
 * Parses a period of business days or times; a missing bound means no limit, an invalid one means today, and one
 * outside 2000–2099 is moved to the nearest day of these years. Throws `Invalid` if the period ends before it starts.
 */
export const parsePeriod = (query: PeriodQuery, zone: Zone, now: Date): Period => {
  const { day: today } = businessDayAt(now, zone);
  const { start } = boundsOf(query.startDate, zone, today);
  const { end } = boundsOf(query.endDate, zone, today);
  if (start && end && start >= end) throw backwardPeriod();
  return { start, end };
};

/**
 * Parses the period of a query as `parsePeriod` does, or returns today if both bounds are missing. Throws `Invalid`
 * when the period ends before it starts.
 */
export const parsePeriodOrToday = (query: PeriodQuery, zone: Zone, now: Date): Period => {
  if (query.startDate || query.endDate) return parsePeriod(query, zone, now);
  return businessDayAt(now, zone);
};
