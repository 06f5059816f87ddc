import { type Day, dayRange, type Zone } from "#domain/dates.ts";
import { wallDay } from "#domain/days.ts";

/** Time zone of a company, and the current day in this time zone. */
export interface DocumentDays {
  readonly zone: Zone;
  readonly today: Day;
}

/**
 * Returns the time of a document for the save request, ISO 8601: the saved time if the day is unchanged, otherwise the
 * start of the day. Returns undefined if the new day is today, so that the server uses the time of the request.
 */
export const documentDateOf = (
  { day, savedDate }: { readonly day: Day; readonly savedDate: string },
  { zone, today }: DocumentDays,
): string | undefined => {
  if (savedDate !== "" && wallDay(Date.parse(savedDate), zone) === day) return savedDate;
  return day === today ? undefined : dayRange(day, zone).start.toISOString();
};
