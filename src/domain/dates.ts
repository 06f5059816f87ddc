import { DateTime, type DurationLike } from "luxon";

/** How a company counts its days: an IANA time zone, and the wall clock time "HH:mm" at which its day begins. */
export interface Zone {
  timeZone: string;
  dayStart: string;
}

/** A calendar day, "YYYY-MM-DD". */
export type Day = string;

const dayOf = (moment: DateTime): Day => moment.toFormat("yyyy-MM-dd");

const startOf = (day: Day, { timeZone, dayStart }: Zone): Date =>
  DateTime.fromISO(`${day}T${dayStart}`, { zone: timeZone }).toJSDate();

/** The day a whole number of days, months … away; the 31st becomes the last of a shorter month. */
export const shiftDay = (day: Day, by: DurationLike): Day => dayOf(DateTime.fromISO(day, { zone: "utc" }).plus(by));

/** The business day of a company in which an instant lies (decisions, section 5). */
export const businessDay = (instant: Date, zone: Zone): Day => {
  const day = dayOf(DateTime.fromJSDate(instant, { zone: zone.timeZone }));
  return instant < startOf(day, zone) ? shiftDay(day, { days: -1 }) : day;
};

/** The instants of a business day: from its start to the start of the next one, exclusive. */
export const dayRange = (day: Day, zone: Zone): { start: Date; end: Date } => ({
  start: startOf(day, zone),
  end: startOf(shiftDay(day, { days: 1 }), zone),
});

/** The instants of a range of business days, both days included. */
export const daysRange = (days: { start: Day; end: Day }, zone: Zone): { start: Date; end: Date } => ({
  start: dayRange(days.start, zone).start,
  end: dayRange(days.end, zone).end,
});

/** The day that a year-month-day text names; the fallback when it names none, as 31 February does (decisions, section 2). */
export const readDay = (text: string | null | undefined, fallback: Day): Day => {
  const [, year, month = "", day = ""] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text?.trim() ?? "") ?? [];
  const read = DateTime.fromISO(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, { zone: "utc" });
  return read.isValid ? dayOf(read) : fallback;
};

/** The days that startDate and endDate of a query ask for; a missing end of the range lies one month away, without both it is the last month. */
export const readRange = (
  query: { startDate?: string | null; endDate?: string | null },
  today: Day,
): { start: Day; end: Day } => {
  const start = query.startDate ? readDay(query.startDate, today) : undefined;
  const end = query.endDate ? readDay(query.endDate, today) : start ? shiftDay(start, { months: 1 }) : today;
  return { start: start ?? shiftDay(end, { months: -1 }), end };
};
