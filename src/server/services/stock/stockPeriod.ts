import { type Day, daysRange, readRange, type Zone } from "#domain/dates.ts";
import { countDays } from "#domain/days.ts";
import { Invalid } from "../shared/domainErrors.ts";
import { type Period, parsePeriod } from "../shared/period.ts";
import { businessDayAt } from "../shared/today.ts";
import { parseDay } from "../statistics/parsePeriod.ts";

/** The period of stock operations, its end exclusive, and the business days that it touches. */
export interface StockPeriod extends Period {
  readonly start: Date;
  readonly end: Date;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** A period by days or moments, each side of which may be left out. */
export interface AskedPeriod {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const MOST_DAYS = 366;

const refuse = (message: string) => new Invalid(message, { endDate: message });

/** The period asked for; the last month without one, and a month for a side that is missing. Throws `Invalid` for one that is backwards or longer than a year. */
export const parseStockPeriod = (asked: AskedPeriod, zone: Zone, now: Date): StockPeriod => {
  const startDate = asked.startDate && parseDay(asked.startDate, zone, now, "startDate");
  const endDate = asked.endDate && parseDay(asked.endDate, zone, now, "endDate");
  const days = readRange({ startDate: startDate ?? null, endDate: endDate ?? null }, businessDayAt(now, zone).day);
  const whole = daysRange(days, zone);
  const named = parsePeriod(asked, zone, now);
  const start = named.start ?? whole.start;
  const end = named.end ?? whole.end;
  if (countDays(days.start, days.end) > MOST_DAYS) throw refuse("Период не может быть длиннее года.");
  return { start, end, firstDay: days.start, lastDay: days.end };
};
