/** Time zone of a company that has not chosen a time zone (decisions, section 5). */
export const DEFAULT_TIME_ZONE = "Europe/Moscow";

/** Local time "HH:mm" at which the business day starts if the company has not chosen a time (decisions, section 5). */
export const DEFAULT_DAY_START = "00:00";

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock;
};

/** Returns a date with the local time of an instant in a time zone as its UTC fields. `instant` is in ms since 1970. */
export const wallClock = (instant: number, timeZone: string): Date => {
  const second = Math.floor(instant / 1000) * 1000;
  const local = Date.parse(`${clockOf(timeZone).format(second).replace(" ", "T")}Z`);
  return new Date(local + instant - second);
};
