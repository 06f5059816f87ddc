import { type Day, daysRange, readRange, type Zone } from "#domain/dates.ts";
import { countDays } from "#domain/days.ts";
import { Invalid } from "../shared/domainErrors.ts";
import { type Period, parsePeriod } from "../shared/period.ts";
import { businessDayAt } from "../shared/today.ts";
import { parseDay } from "../statistics/parsePeriod.ts";

/** Period of stock operations with its first and last business day. The period does not contain its `end`. */
export interface StockPeriod extends Period {
  readonly start: Date;
  readonly end: Date;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Query parameters of a period. Both bounds are days or times, and optional. */
export interface StockPeriodQuery {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const MOST_DAYS = 366;

const refuse = (message: string) => new Invalid(message, { endDate: message });

/**
 * Parses the period of a query, by default the last month; with only one bound, the period is a month with this start
 * or end. Throws `Invalid` for a period that ends before it starts or is longer than a year, and for a year outside
 * 2000–2099.
 */
export const parseStockPeriod = (query: StockPeriodQuery, zone: Zone, now: Date): StockPeriod => {
  const startDate = query.startDate && parseDay(query.startDate, zone, now, "startDate");
  const endDate = query.endDate && parseDay(query.endDate, zone, now, "endDate");
  const days = readRange({ startDate: startDate ?? null, endDate: endDate ?? null }, businessDayAt(now, zone).day);
  const whole = daysRange(days, zone);
  const period = parsePeriod(query, zone, now);
  const start = period.start ?? whole.start;
  const end = period.end ?? whole.end;
  if (countDays(days.start, days.end) > MOST_DAYS) throw refuse("Период не может быть длиннее года.");
  return { start, end, firstDay: days.start, lastDay: days.end };
};
