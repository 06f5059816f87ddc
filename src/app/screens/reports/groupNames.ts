import { formatDay } from "#domain/format.ts";
import type { Grouping } from "#machines/queries/period.ts";
import { fullMonth, weekdayName } from "../../shared/dayNames.ts";

interface Group {
  readonly date: string;
  readonly endDate: string;
}

/**
 * Formats the day, week or month of a report line, for example "21.11.2026, сб", "16.11 – 22.11.2026" or "Ноябрь 2026".
 */
export const groupName = (grouping: Grouping, { date, endDate }: Group): string => {
  if (grouping === "month") return fullMonth(date);
  if (date === endDate) return `${formatDay(date)}, ${weekdayName(date)}`;
  return `${formatDay(date).slice(0, 5)} – ${formatDay(endDate)}`;
};

/** Formats the day, week or month of a report line for a chart axis, for example "21.11" or "11.26". */
export const groupLabel = (grouping: Grouping, { date }: Group): string =>
  grouping === "month" ? `${date.slice(5, 7)}.${date.slice(2, 4)}` : formatDay(date).slice(0, 5);

/** Russian texts of the groupings: `head` is a column heading, `by` is the end of a title such as "Продажи по дням". */
export const groupHeads: Record<Grouping, { head: string; by: string }> = {
  day: { head: "День", by: "по дням" },
  week: { head: "Неделя", by: "по неделям" },
  month: { head: "Месяц", by: "по месяцам" },
};
