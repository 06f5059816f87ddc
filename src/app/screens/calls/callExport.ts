import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import { type CallRow, callDurations } from "#machines/queries/calls.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { callStatuses } from "./callTexts.ts";

/** Returns the columns of exported calls. The durations of an ongoing call end at the time `now`, ms since 1970. */
export const callExportColumns = (timeZone: string, now: number): readonly ExportColumn<CallRow>[] => [
  { head: "Входящий номер", value: ({ number }) => (number ? formatPhone(number) : "скрыт") },
  { head: "Клиент", value: ({ customerAlias }) => customerAlias ?? null },
  { head: "На телефон", value: ({ operatorPhoneNumber }) => formatPhone(operatorPhoneNumber) },
  { head: "Название телефона", value: ({ operatorPhoneName }) => operatorPhoneName ?? null },
  { head: "Дата и время", value: ({ startRing }) => formatDateTime(startRing, timeZone) },
  { head: "Статус", value: ({ statusCall }) => callStatuses[statusCall].title },
  { head: "Ожидание, с", value: (call) => callDurations(call, now).wait },
  { head: "Разговор, с", value: (call) => (call.call === null ? null : callDurations(call, now).talk) },
  { head: "Id заказа", value: ({ orderId }) => orderId },
];
