import { formatDateTime } from "#domain/format.ts";
import type { InventoryRow } from "#machines/directory/descriptors/inventories.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { inventoryStates } from "./inventoryTexts.ts";

/** Returns the columns of the exported inventories. Amounts are in roubles. */
export const inventoryExportColumns = (timeZone: string): readonly ExportColumn<InventoryRow>[] => [
  { head: "Группа", value: ({ groupName }) => groupName },
  { head: "Начата", value: ({ startedAt }) => formatDateTime(startedAt, timeZone) },
  { head: "Состояние", value: ({ state }) => inventoryStates[state].title },
  { head: "Посчитано", value: ({ countedItems }) => countedItems },
  { head: "Всего позиций", value: ({ itemCount }) => itemCount },
  { head: "Излишек, р.", value: ({ surplusAmount }) => surplusAmount },
  { head: "Недостача, р.", value: ({ lossAmount }) => lossAmount },
  { head: "Комментарий", value: ({ comment }) => comment },
];
