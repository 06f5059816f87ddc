import { formatDateTime } from "#domain/format.ts";
import type { PackingListRow } from "#machines/directory/descriptors/packingLists.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { packingKinds, packingStates, unpaidAmount } from "./packingListTexts.ts";

/** Returns the columns of the exported packing lists. Amounts are in roubles. */
export const packingListExportColumns = (timeZone: string): readonly ExportColumn<PackingListRow>[] => [
  { head: "Номер", value: ({ itemNumber }) => itemNumber },
  { head: "Дата", value: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Вид", value: ({ kind }) => packingKinds[kind] },
  { head: "Поставщик", value: ({ supplierName }) => supplierName },
  { head: "Состояние", value: ({ state }) => packingStates[state].title },
  { head: "Строк", value: ({ itemCount }) => itemCount },
  { head: "Сумма, р.", value: ({ amount }) => amount },
  { head: "Не оплачено, р.", value: unpaidAmount },
  { head: "Комментарий", value: ({ comment }) => comment },
];
