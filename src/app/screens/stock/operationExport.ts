import { formatDateTime } from "#domain/format.ts";
import type { StockOperationRow } from "#machines/queries/stockOperations.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

const stateOf = ({ isReserved, isProcessed }: StockOperationRow): string => {
  if (isReserved) return "Резерв";
  return isProcessed ? "Проведена" : "Ожидает";
};

const documentOf = ({
  orderId,
  internalOrderId,
  packingListId,
  transferListId,
  inventoryId,
  stockActId,
  reversalOf,
}: StockOperationRow): string =>
  [
    orderId !== null && `Заказ № ${internalOrderId ?? orderId}`,
    packingListId && "Накладная",
    transferListId && "Перемещение",
    inventoryId && "Инвентаризация",
    stockActId && "Акт",
    reversalOf && "отмена",
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Returns the columns of the exported stock operations, with amounts in roubles. The quantity of a stock withdrawal is
 * negative.
 */
export const operationExportColumns = (timeZone: string): readonly ExportColumn<StockOperationRow>[] => [
  { head: "Дата", value: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Товар", value: ({ stockItemTitle }) => stockItemTitle },
  { head: "Количество", value: ({ operationType, count }) => (operationType === "+" ? count : -count) },
  { head: "Ед. изм.", value: ({ stockItemUnit }) => stockItemUnit },
  { head: "Сумма, р.", value: ({ amount }) => amount },
  { head: "Переоценка, р.", value: ({ revaluation = 0 }) => revaluation },
  { head: "Состояние", value: stateOf },
  { head: "Основание", value: documentOf },
  { head: "Комментарий", value: ({ comment }) => comment },
  { head: "Сотрудник", value: ({ employeeAlias }) => employeeAlias ?? null },
];
