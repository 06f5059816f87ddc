import type { CalendarDay } from "#machines/queries/calendar.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { weekdayName } from "../../shared/dayNames.ts";

const counts: readonly ExportColumn<CalendarDay>[] = [
  { head: "День", value: ({ date }) => new Date(date) },
  { head: "День недели", value: ({ date }) => weekdayName(date) },
  { head: "Заказов", value: ({ count }) => count },
];

const amounts: readonly ExportColumn<CalendarDay>[] = [
  { head: "Отменено", value: ({ canceledCount = 0 }) => canceledCount },
  { head: "Сумма, р.", value: ({ amount = 0 }) => amount },
];

/** Returns the columns of the exported days. A server without extensions sends only the number of orders. */
export const calendarExportColumns = (hasAmounts: boolean): readonly ExportColumn<CalendarDay>[] =>
  hasAmounts ? [...counts, ...amounts] : counts;
