import { type Day, daysRange, readDay, type Zone } from "#domain/dates.ts";
import { dayAt } from "./today.ts";

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

const boundsOf = (text: string, zone: Zone, today: Day): { start: Date; end: Date } => {
  const moment = new Date(text);
  if (isMoment(text) && !Number.isNaN(moment.getTime())) return { start: moment, end: new Date(moment.getTime() + 1) };
  const day = readDay(text, today);
  return daysRange({ start: day, end: day }, zone);
};

/** The stretch that a query names by days of the company or by moments; the side that it does not name stays open. */
export const namedPeriod = (asked: Asked, zone: Zone, now: Date): Period => {
  const { day: today } = dayAt(now, zone);
  return {
    start: asked.startDate ? boundsOf(asked.startDate, zone, today).start : undefined,
    end: asked.endDate ? boundsOf(asked.endDate, zone, today).end : undefined,
  };
};

/** The stretch that a query names; today when it names none. */
export const periodOrToday = (asked: Asked, zone: Zone, now: Date): Period => {
  if (asked.startDate || asked.endDate) return namedPeriod(asked, zone, now);
  return dayAt(now, zone);
};
