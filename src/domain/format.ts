import { formatNumber } from "./figures.ts";
import { wallClock } from "./zone.ts";

const padTwo = (value: number): string => String(value).padStart(2, "0");

const clockAt = (instant: Date | string, timeZone: string): Date =>
  wallClock(typeof instant === "string" ? Date.parse(instant) : instant.getTime(), timeZone);

/** Formats the local time of an instant, for example "14:05". */
export const formatTime = (instant: Date | string, timeZone: string): string => {
  const clock = clockAt(instant, timeZone);
  return `${padTwo(clock.getUTCHours())}:${padTwo(clock.getUTCMinutes())}`;
};

/** Formats the local date of an instant, for example "21.11.2026". */
export const formatDate = (instant: Date | string, timeZone: string): string => {
  const clock = clockAt(instant, timeZone);
  return `${padTwo(clock.getUTCDate())}.${padTwo(clock.getUTCMonth() + 1)}.${clock.getUTCFullYear()}`;
};

/** Formats the local date and time of an instant, for example "21.11.2026 14:05". */
export const formatDateTime = (instant: Date | string, timeZone: string): string =>
  `${formatDate(instant, timeZone)} ${formatTime(instant, timeZone)}`;

/** Formats a calendar day "2026-11-21" as "21.11.2026". */
export const formatDay = (day: string): string => day.split("-").reverse().join(".");

/** Formats a duration, for example "42 мин", "1 ч 05 мин" or "2 дн 03 ч". A negative duration counts as 0. */
export const formatElapsed = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} мин`;
  if (hours < 24) return `${hours} ч ${padTwo(minutes % 60)} мин`;
  return `${Math.floor(hours / 24)} дн ${padTwo(hours % 24)} ч`;
};

/** Russian plural forms of a noun after the numbers 1, 2 and 5, for example "заказ", "заказа", "заказов". */
export type PluralForms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules("ru-RU");

/** Returns the form of a noun that a number requires. A fraction requires the form `few`, as in "1,5 заказа". */
export const plural = (count: number, [one, few, many]: PluralForms): string => {
  const category = rules.select(count);
  if (category === "one") return one;
  return category === "many" ? many : few;
};

/** Formats a number with its noun, for example "5 заказов". */
export const counted = (count: number, forms: PluralForms): string => `${formatNumber(count)} ${plural(count, forms)}`;
