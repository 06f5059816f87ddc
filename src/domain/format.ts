import { writeNumber } from "./figures.ts";
import { wallClock } from "./zone.ts";

const two = (value: number): string => String(value).padStart(2, "0");

const clockAt = (instant: Date | string, timeZone: string): Date =>
  wallClock(typeof instant === "string" ? Date.parse(instant) : instant.getTime(), timeZone);

/** The wall clock time of an instant in a company's time zone, "14:05". */
export const formatTime = (instant: Date | string, timeZone: string): string => {
  const clock = clockAt(instant, timeZone);
  return `${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}`;
};

/** The date of an instant in a company's time zone, "21.11.2026". */
export const formatDate = (instant: Date | string, timeZone: string): string => {
  const clock = clockAt(instant, timeZone);
  return `${two(clock.getUTCDate())}.${two(clock.getUTCMonth() + 1)}.${clock.getUTCFullYear()}`;
};

/** Date and time of an instant in a company's time zone, "21.11.2026 14:05". */
export const formatDateTime = (instant: Date | string, timeZone: string): string =>
  `${formatDate(instant, timeZone)} ${formatTime(instant, timeZone)}`;

/** A calendar day "2026-11-21" as people write it, "21.11.2026". */
export const formatDay = (day: string): string => day.split("-").reverse().join(".");

/** How long something has been going on: "42 мин", "1 ч 05 мин", "2 дн 03 ч"; a time still to come counts as nothing. */
export const formatElapsed = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} мин`;
  if (hours < 24) return `${hours} ч ${two(minutes % 60)} мин`;
  return `${Math.floor(hours / 24)} дн ${two(hours % 24)} ч`;
};

/** Forms of a Russian noun after a number: one, few, many ("заказ", "заказа", "заказов"). */
export type PluralForms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules("ru-RU");

/** Returns the form of a noun that fits a number. A fraction takes the second form ("1,5 заказа"). */
export const plural = (count: number, [one, few, many]: PluralForms): string => {
  const category = rules.select(count);
  if (category === "one") return one;
  return category === "many" ? many : few;
};

/** Formats a number with its noun: "5 заказов". */
export const counted = (count: number, forms: PluralForms): string => `${writeNumber(count)} ${plural(count, forms)}`;
