import type { PendingCashRow } from "#machines/directory/descriptors/finance.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

/** Exported row: a cash payment that an employee has not handed in. */
type PendingCashPaymentRow = PendingCashRow["payments"][number] & { readonly alias: string };

/** Returns a row for each payment that employees have not handed in. */
export const handInExportRows = (rows: readonly PendingCashRow[]): readonly PendingCashPaymentRow[] =>
  rows.flatMap(({ alias, payments }) => payments.map((payment) => ({ ...payment, alias })));

/** Columns of the export of cash payments that employees have not handed in. Amounts are in roubles. */
export const handInExportColumns: readonly ExportColumn<PendingCashPaymentRow>[] = [
  { head: "Сотрудник", value: ({ alias }) => alias },
  { head: "Заказ №", value: ({ internalOrderId }) => internalOrderId },
  { head: "Id заказа", value: ({ orderId }) => orderId },
  { head: "Сумма, р.", value: ({ amount }) => amount },
];
