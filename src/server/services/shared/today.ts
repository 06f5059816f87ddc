import { businessDay, type Day, dayRange, type Zone } from "#domain/dates.ts";

/** A business day with its bounds, the end exclusive. */
interface BoundedDay {
  readonly day: Day;
  readonly start: Date;
  readonly end: Date;
}

const kept = new Map<string, BoundedDay>();

/** The business day of a zone at a moment; worked out anew only once the day has changed, because every list asks for it. */
export const businessDayAt = (now: Date, zone: Zone): BoundedDay => {
  const key = `${zone.timeZone} ${zone.dayStart}`;
  const known = kept.get(key);
  if (known && now >= known.start && now < known.end) return known;
  const day = businessDay(now, zone);
  const fresh = { day, ...dayRange(day, zone) };
  kept.set(key, fresh);
  return fresh;
};
