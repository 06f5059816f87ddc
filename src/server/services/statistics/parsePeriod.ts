import type { Schemas } from "#api/client.ts";
import { businessDay, type Day, readDay, readRange, shiftDay, type Zone } from "#domain/dates.ts";
import { countDays } from "#domain/days.ts";
import { Invalid } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";

/** Query parameters of a report. */
export interface ReportQuery {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly groupBy?: Schemas["GroupBy"];
}

const EARLIEST: Day = "2000-01-01";
const LATEST: Day = "2099-12-31";
const MOST_DAYS = { day: 732, week: 3_660, month: 3_660 };

const refuse = (field: string, message: string) => new Invalid(message, { [field]: message });

/** Returns the error for a period that ends before it starts. */
export const backwardPeriod = () => refuse("endDate", "Конец периода раньше его начала.");

const checkDay = (field: string, day: Day): Day => {
  if (day < EARLIEST || day > LATEST) throw refuse(field, "Год должен быть от 2000 до 2099.");
  return day;
};

/**
 * Parses a day or a time and returns the business day. A missing or an invalid text counts as today. Throws `Invalid`
 * for a year outside 2000–2099.
 */
export const parseDay = (date: string | undefined, zone: Zone, now: Date, field = "date"): Day => {
  const { day: today } = businessDayAt(now, zone);
  const moment = date?.includes("T") ? new Date(date) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return checkDay(field, readDay(date, today));
  return checkDay(field, businessDay(moment, zone));
};

/**
 * Parses the period of a report (see `readRange` for missing and invalid bounds), and adds the preceding period of the
 * same length. Throws `Invalid` for a period that is too long or ends before it starts, and for a year outside
 * 2000–2099.
 */
export const parseReportPeriod = (query: ReportQuery, zone: Zone, now: Date): Schemas["ReportPeriod"] => {
  const { start, end } = readRange(query, businessDayAt(now, zone).day);
  const startDate = checkDay("startDate", start);
  const endDate = checkDay("endDate", end);
  const groupBy = query.groupBy ?? "day";
  const days = countDays(startDate, endDate);
  if (days < 1) throw backwardPeriod();
  if (days > MOST_DAYS.month) throw refuse("endDate", "Период не может быть длиннее десяти лет.");
  if (days > MOST_DAYS[groupBy])
    throw refuse("groupBy", "По дням можно показать не больше двух лет. Выберите недели или месяцы.");
  return {
    startDate,
    endDate,
    previousStartDate: shiftDay(startDate, { days: -days }),
    previousEndDate: shiftDay(startDate, { days: -1 }),
    groupBy,
  };
};

/** Returns the file name of a report without its extension, for example "report-2026-11-01-2026-11-21". */
export const fileNameOf = (report: string, { startDate, endDate }: Schemas["ReportPeriod"]): string =>
  `${report}-${startDate}-${endDate}`;
