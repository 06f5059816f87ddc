const MINUTE = 60_000;
const DAY = 86_400_000;

/** Business days of a company, calculated without the code of the server. */
export interface BusinessClock {
  /** Returns the business day of a time as "YYYY-MM-DD". */
  dayOf(instant: Date): string;
  /** Returns the local time of day as "HH:mm". */
  timeOf(instant: Date): string;
  /** Start of each business day, keyed by day. */
  readonly starts: ReadonlyMap<string, Date>;
}

/** Returns the day that is `days` days later, or earlier for a negative number. */
export const dayAway = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Returns all days from `first` to `last`, both included. */
export const daysFrom = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAway(day, 1)) days.push(day);
  return days;
};

/**
 * Creates a clock for about `days` days before and after the day `around`. Business days must start at full quarters of
 * an hour, because the clock looks for their starts in steps of 15 minutes.
 */
export const businessClock = (timeZone: string, dayStart: string, around: string, days: number): BusinessClock => {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const read = (instant: Date): [string, string] => {
    const [date = "", time = ""] = wall.format(instant).split(" ");
    return [date, time];
  };
  const dayOf = (instant: Date): string => {
    const [date, time] = read(instant);
    return time < dayStart ? dayAway(date, -1) : date;
  };
  const starts = new Map<string, Date>();
  const middle = Date.parse(`${around}T00:00:00Z`);
  for (let at = middle - days * DAY; at < middle + days * DAY; at += 15 * MINUTE) {
    const instant = new Date(at);
    if (!starts.has(dayOf(instant))) starts.set(dayOf(instant), instant);
  }
  starts.delete([...starts.keys()][0] ?? "");
  return { dayOf, timeOf: (instant) => read(instant)[1], starts };
};
