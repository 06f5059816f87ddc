import { DateTime } from "luxon";

/**
 * Result of parsing a typed due time: an instant, "now" for an empty text or the word "сейчас", or undefined for an
 * invalid text.
 */
export type TypedMoment = { instant: string } | "now" | undefined;

const patterns = ["d.M.yyyy H:mm", "d.M.yy H:mm", "d.M H:mm", "H:mm"] as const;

const iso = (moment: DateTime): TypedMoment => ({ instant: moment.toUTC().toJSDate().toISOString() });

/**
 * Completes a time without a date, or a date without a year. A time that passed more than a minute ago is moved to
 * tomorrow. A date more than six months ago is moved to the next year.
 */
const completeMoment = (moment: DateTime, pattern: string, now: DateTime): DateTime => {
  if (pattern === "H:mm") return moment < now.minus({ minutes: 1 }) ? moment.plus({ days: 1 }) : moment;
  if (pattern === "d.M H:mm") return moment < now.minus({ months: 6 }) ? moment.plus({ years: 1 }) : moment;
  return moment;
};

/**
 * Parses "14:30", "22.11 14:30", "22.11.2026 14:30" or "+40" (minutes from now) in the company's time zone. `nowMs` is
 * the current time in ms since 1970.
 */
export const readMoment = (text: string, timeZone: string, nowMs: number): TypedMoment => {
  const spaced = text.trim().replace(/,/g, " ").replace(/\s+/g, " ");
  // "14.30", "14-30" and "1430" are read as times. "14.10" is not, because it may also be a date.
  const typed = spaced.replace(/^(\d{1,2})(?:-?|\.(?=00|1[3-9]|[2-5]))(\d\d)$/, "$1:$2");
  if (typed === "" || typed.toLocaleLowerCase("ru") === "сейчас") return "now";
  const now = DateTime.fromMillis(nowMs, { zone: timeZone });
  const [, minutes] = /^\+(\d{1,4})$/.exec(typed) ?? [];
  if (minutes) return iso(now.plus({ minutes: Number(minutes) }).startOf("minute"));
  for (const pattern of patterns) {
    const read = DateTime.fromFormat(typed, pattern, { zone: timeZone });
    if (!read.isValid) continue;
    const dated =
      pattern === "H:mm" ? now.set({ hour: read.hour, minute: read.minute, second: 0, millisecond: 0 }) : read;
    return iso(completeMoment(dated, pattern, now));
  }
  return undefined;
};

export const localTimeOf = (instant: string | number, timeZone: string): { day: string; time: string } => {
  const moment = DateTime.fromJSDate(new Date(instant), { zone: timeZone });
  return { day: moment.toFormat("yyyy-MM-dd"), time: moment.toFormat("HH:mm") };
};

/** Returns the instant at which a time zone has the given local day and time. */
export const instantOf = (day: string, time: string, timeZone: string): string =>
  DateTime.fromISO(`${day}T${time}`, { zone: timeZone }).toUTC().toJSDate().toISOString();

/** Half hours of a day, from "00:00" to "23:30". */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, index) => `${String(index >> 1).padStart(2, "0")}:${index % 2 ? "30" : "00"}`,
);
