const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("ru-RU", { timeZone: "UTC", ...options });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`)).replace(/\s?г\.$/, "");
};

const dayAndWeekday = formatter({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const month = formatter({ month: "long", year: "numeric" });

const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Formats a day with its weekday, for example "Суббота, 21 ноября 2026". */
export const fullDay = (day: string): string => capitalise(dayAndWeekday(day));

/** Formats a day with its year, for example "21 ноября 2026". */
export const dayInWords = formatter({ day: "numeric", month: "long", year: "numeric" });

/** Formats a day without its year, for example "21 ноября". */
export const dayOfMonth = formatter({ day: "numeric", month: "long" });

/** Formats the month of a day, for example "Ноябрь 2026". */
export const fullMonth = (day: string): string => capitalise(month(day));

/** Formats the weekday of a day, for example "сб". */
export const weekdayName = formatter({ weekday: "short" });

/** Short names of the weekdays, Monday first. */
export const weekdays = ["пн", "вт", "ср", "чт", "пт", "сб", "вс"] as const;
