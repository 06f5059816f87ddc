const DAY_MS = 86_400_000;

/** Time zone of a company that has not chosen a time zone (decisions, section 5). */
export const DEFAULT_TIME_ZONE = "Europe/Moscow";

/** Local time at which the business day starts if the company has not chosen a time (decisions, section 5). */
export const DEFAULT_DAY_START = "00:00";

/** Number of days before and after an instant that are searched for a change of the UTC offset. */
const MAX_DISTANCE_DAYS = 45;

/**
 * Period in which the UTC offset of a time zone is constant. `offset` is in ms; `from` and `until` (exclusive) are in
 * ms since 1970.
 */
export interface OffsetPeriod {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock;
};

const readOffset = (instant: number, timeZone: string): number => {
  const second = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${clockOf(timeZone).format(second).replace(" ", "T")}Z`) - second;
};

/**
 * Returns the period around an instant in which the UTC offset is constant, at most 45 days in each direction. The
 * search proceeds in steps of one day, because no zone changes its offset twice within a day.
 */
export const offsetPeriodAround = (instant: number, timeZone: string): OffsetPeriod => {
  const offset = readOffset(instant, timeZone);
  const edge = (step: number): number => {
    let days = 0;
    while (days < MAX_DISTANCE_DAYS && readOffset(instant + step * (days + 1) * DAY_MS, timeZone) === offset) days += 1;
    return instant + step * days * DAY_MS;
  };
  return { from: edge(-1), until: edge(1), offset };
};

const offsetPeriods = new Map<string, OffsetPeriod>();

/**
 * Caches the UTC offset of a time zone for a period. In this period `wallClock` does not need the slow `Intl`
 * formatter.
 */
export const cacheOffsetPeriod = (timeZone: string, stretch: OffsetPeriod): void => {
  offsetPeriods.set(timeZone, stretch);
};

/** Returns a date whose UTC fields are the local time of an instant in a time zone. */
export const wallClock = (instant: number, timeZone: string): Date => {
  const known = offsetPeriods.get(timeZone);
  const isWithin = known !== undefined && instant >= known.from && instant < known.until;
  return new Date(instant + (isWithin ? known.offset : readOffset(instant, timeZone)));
};
