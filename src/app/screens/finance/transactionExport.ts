import { formatDateTime } from "#domain/format.ts";
import type { TransactionRow } from "#machines/directory/descriptors/finance.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { transactionKinds } from "./financeTexts.ts";

const subjectOf = ({
  orderId,
  internalOrderId,
  packingListId,
  packingListNumber,
  categoryName,
  reversalOf,
  isReversed,
}: TransactionRow): string =>
  [
    orderId !== null && `Заказ № ${internalOrderId}`,
    packingListId !== null && `Накладная ${packingListNumber === null ? "без номера" : `№ ${packingListNumber}`}`,
    categoryName,
    reversalOf !== null && "отмена",
    isReversed && "отменена",
  ]
    .filter(Boolean)
    .join(", ");

/** Returns the columns of the exported transactions. Amounts are in roubles, and an expense is negative. */
export const transactionExportColumns = (timeZone: string): readonly ExportColumn<TransactionRow>[] => [
  { head: "Дата", value: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Операция", value: ({ kind }) => transactionKinds[kind] },
  { head: "Источник", value: ({ financeSourceName }) => financeSourceName },
  { head: "Куда", value: ({ toFinanceSourceName }) => toFinanceSourceName },
  { head: "За что", value: subjectOf },
  { head: "Комментарий", value: ({ comment }) => comment },
  { head: "Сотрудник", value: ({ employeeAlias }) => employeeAlias },
  { head: "Сумма, р.", value: ({ kind, amount }) => (kind === "expense" ? -amount : amount) },
];
