import { formatDateTime } from "#domain/format.ts";
import type { CashShiftRow } from "#machines/directory/descriptors/finance.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

/** Returns the columns of the exported cash shifts. Amounts are in roubles, and a shortage is negative. */
export const shiftExportColumns = (timeZone: string): readonly ExportColumn<CashShiftRow>[] => [
  { head: "Смена", value: ({ number }) => number },
  { head: "Касса", value: ({ financeSourceName }) => financeSourceName },
  { head: "Открыта", value: ({ openedAt }) => formatDateTime(openedAt, timeZone) },
  { head: "Открыл", value: ({ openedByAlias }) => openedByAlias },
  { head: "Закрыта", value: ({ closedAt }) => (closedAt ? formatDateTime(closedAt, timeZone) : null) },
  { head: "Закрыл", value: ({ closedByAlias }) => closedByAlias },
  { head: "Насчитали, р.", value: ({ counted }) => counted },
  { head: "Расхождение, р.", value: ({ difference }) => difference },
];
