import { type Day, dayRange, readDay, type Zone } from "#domain/dates.ts";
import { backwardPeriod } from "../statistics/parsePeriod.ts";
import { businessDayAt } from "./today.ts";

/** A stretch of time, its end exclusive; an open side has no bound. */
export interface Period {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

interface Asked {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const isMoment = (text: string): boolean => text.includes("T");

// The database knows no days far beyond; what lies there counts as the edge, for it names everything before or after.
const EARLIEST = "2000-01-01";
const LATEST = "2099-12-31";

const boundsOf = (text: string | undefined, zone: Zone, today: Day): Partial<Period> => {
  if (!text) return {};
  const moment = Date.parse(text);
  if (isMoment(text) && !Number.isNaN(moment)) {
    const kept = Math.min(Math.max(moment, Date.parse(EARLIEST)), Date.parse(LATEST));
    return { start: new Date(kept), end: new Date(kept + 1) };
  }
  const day = readDay(text, today);
  return dayRange(day < EARLIEST ? EARLIEST : day > LATEST ? LATEST : day, zone);
};

/** The stretch that a query names by days of the company or by moments; the side that it does not name stays open. Throws `Invalid` for one that ends before it starts. */
export const parsePeriod = (asked: Asked, zone: Zone, now: Date): Period => {
  const { day: today } = businessDayAt(now, zone);
  const { start } = boundsOf(asked.startDate, zone, today);
  const { end } = boundsOf(asked.endDate, zone, today);
  if (start && end && start >= end) throw backwardPeriod();
  return { start, end };
};

/** The stretch that a query names; today when it names none. Throws as `parsePeriod` does. */
export const parsePeriodOrToday = (asked: Asked, zone: Zone, now: Date): Period => {
  if (asked.startDate || asked.endDate) return parsePeriod(asked, zone, now);
  return businessDayAt(now, zone);
};
