const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("ru-RU", { timeZone: "UTC", ...options });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`)).replace(/\s?г\.$/, "");
};

const dayAndWeekday = formatter({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const month = formatter({ month: "long", year: "numeric" });

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A day in full, "Суббота, 21 ноября 2026" */
export const fullDay = (day: string): string => capital(dayAndWeekday(day));

/** A day and its month, "21 ноября". */
export const dayOfMonth = formatter({ day: "numeric", month: "long" });

/** A month, "Ноябрь 2026" */
export const fullMonth = (day: string): string => capital(month(day));

/** The short name of a day's weekday, "сб". */
export const weekdayName = formatter({ weekday: "short" });

/** The short names of the days of a week, Monday first. */
export const weekdays = ["пн", "вт", "ср", "чт", "пт", "сб", "вс"] as const;
