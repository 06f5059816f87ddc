import { formatDateTime } from "#domain/format.ts";
import type { DayPayment } from "#machines/queries/paymentDay.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { movements } from "./movements.ts";

/** Returns the columns of the exported payments of a day. The amount of a refund is negative. */
export const paymentExportColumns = (timeZone: string): readonly ExportColumn<DayPayment>[] => [
  { head: "Время", value: ({ at }) => formatDateTime(at, timeZone) },
  { head: "Заказ №", value: ({ internalId }) => internalId },
  { head: "Id заказа", value: ({ orderId }) => orderId },
  { head: "Способ", value: ({ paymentMethodName }) => paymentMethodName },
  { head: "Сотрудник", value: ({ employeeAlias }) => employeeAlias },
  { head: "Состояние", value: ({ movement }) => movements[movement].title },
  { head: "Причина", value: ({ reason }) => reason ?? null },
  { head: "Сумма", value: ({ movement, amount }) => (movement === "refunded" ? -amount : amount) },
];
