import { businessDay, type Day, dayRange, type Zone } from "#domain/dates.ts";

/** Business day with its start and its exclusive end. */
interface BoundedDay {
  readonly day: Day;
  readonly start: Date;
  readonly end: Date;
}

const cache = new Map<string, BoundedDay>();

/**
 * Returns the business day in a time zone at a given time. Caches the result until the day ends, because every list
 * request needs it.
 */
export const businessDayAt = (now: Date, zone: Zone): BoundedDay => {
  const key = `${zone.timeZone} ${zone.dayStart}`;
  const cached = cache.get(key);
  if (cached && now >= cached.start && now < cached.end) return cached;
  const day = businessDay(now, zone);
  const fresh = { day, ...dayRange(day, zone) };
  cache.set(key, fresh);
  return fresh;
};
