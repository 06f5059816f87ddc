import { businessDay } from "#domain/dates.ts";

/** Time zone and start of the business day of the demo companies. */
export const MOSCOW = { timeZone: "Europe/Moscow", dayStart: "00:00" };

/** Returns the current business day of the demo companies as "YYYY-MM-DD". */
export const today = (): string => businessDay(new Date(), MOSCOW);
