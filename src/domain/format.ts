/** A formatter costs milliseconds to make: each is made once, when it is first used. */
const once = <T>(make: (timeZone: string) => T): ((timeZone: string) => T) => {
  const made = new Map<string, T>();
  return (timeZone) => {
    const known = made.get(timeZone) ?? make(timeZone);
    made.set(timeZone, known);
    return known;
  };
};

const dates = once(
  (timeZone) => new Intl.DateTimeFormat("ru-RU", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" }),
);
const times = once(
  (timeZone) => new Intl.DateTimeFormat("ru-RU", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);

const asDate = (instant: Date | string): Date => (typeof instant === "string" ? new Date(instant) : instant);

/** The wall clock time of an instant in a company's time zone, "14:05". */
export const formatTime = (instant: Date | string, timeZone: string): string => times(timeZone).format(asDate(instant));

/** The date of an instant in a company's time zone, "21.11.2026". */
export const formatDate = (instant: Date | string, timeZone: string): string => dates(timeZone).format(asDate(instant));

/** Date and time of an instant in a company's time zone, "21.11.2026 14:05". */
export const formatDateTime = (instant: Date | string, timeZone: string): string =>
  `${formatDate(instant, timeZone)} ${formatTime(instant, timeZone)}`;

/** A calendar day "2026-11-21" as people write it, "21.11.2026". */
export const formatDay = (day: string): string => day.split("-").reverse().join(".");

const two = (value: number): string => String(value).padStart(2, "0");

/** How long something has been going on: "42 мин", "1 ч 05 мин", "2 дн 03 ч"; a time still to come counts as nothing. */
export const formatElapsed = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} мин`;
  if (hours < 24) return `${hours} ч ${two(minutes % 60)} мин`;
  return `${Math.floor(hours / 24)} дн ${two(hours % 24)} ч`;
};

const rules = new Intl.PluralRules("ru-RU");

/** The three forms of a Russian noun after a number: one, few, many ("заказ", "заказа", "заказов"). */
export type PluralForms = readonly [one: string, few: string, many: string];

/** The form of a noun that fits a number; a fraction takes the second form ("1,5 заказа"). */
export const plural = (count: number, [one, few, many]: PluralForms): string => {
  const rule = rules.select(Math.abs(count));
  return rule === "one" ? one : rule === "many" ? many : few;
};

const whole = new Intl.NumberFormat("ru-RU");

/** A number with its noun, "5 заказов". */
export const counted = (count: number, forms: PluralForms): string => `${whole.format(count)} ${plural(count, forms)}`;
