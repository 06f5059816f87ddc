import { formatDateTime } from "#domain/format.ts";
import type { TransferRow } from "#machines/directory/descriptors/transfers.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { transferStates } from "./transferTexts.ts";

/** Returns the columns of the exported transfers. Amounts are in roubles. */
export const transferExportColumns = (timeZone: string): readonly ExportColumn<TransferRow>[] => [
  { head: "Номер", value: ({ id }) => id },
  { head: "Дата", value: ({ sendingDate, creationDate }) => formatDateTime(sendingDate ?? creationDate, timeZone) },
  { head: "От кого", value: ({ fromCompanyName }) => fromCompanyName },
  { head: "Кому", value: ({ toCompanyName }) => toCompanyName },
  { head: "Состояние", value: ({ state }) => transferStates[state].title },
  { head: "Строк", value: ({ itemCount }) => itemCount },
  { head: "Сумма, р.", value: ({ amount }) => amount },
  { head: "Комментарий", value: ({ comment }) => comment },
];
