import { formatDateTime } from "#domain/format.ts";
import type { StockActRow } from "#machines/directory/descriptors/stockActs.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { actReasons, actStates, actTitle } from "./stockActTexts.ts";

/** Returns the columns of the exported stock acts. Amounts are in roubles. */
export const stockActExportColumns = (timeZone: string): readonly ExportColumn<StockActRow>[] => [
  { head: "Акт", value: actTitle },
  { head: "Дата", value: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Причина", value: ({ reason }) => (reason === null ? null : actReasons[reason]) },
  { head: "Состояние", value: ({ state }) => actStates[state].title },
  { head: "Строк", value: ({ itemCount }) => itemCount },
  { head: "Сумма, р.", value: ({ amount }) => amount },
  { head: "Комментарий", value: ({ comment }) => comment },
];
