import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { AddressedRow } from "#machines/directory/descriptors/notifications.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { companyOfNotification, type ShownNotification } from "./notificationColumns.tsx";

/** Function that finds a company by its id. It returns undefined if the user does not belong to the company. */
export type FindCompany = (id: number) => Pick<Schemas["Company"], "name" | "timeZone"> | undefined;

const textColumns: readonly ExportColumn<ShownNotification>[] = [
  { head: "Уведомление", value: ({ title }) => title },
  { head: "Текст", value: ({ message }) => message },
];

const factColumns = (findCompany: FindCompany): readonly ExportColumn<ShownNotification>[] => [
  {
    head: "Компания",
    value: (row) => {
      const id = companyOfNotification(row);
      return findCompany(id)?.name ?? (id > 0 ? `№ ${id}` : null);
    },
  },
  {
    head: "Когда",
    value: (row) => formatDateTime(row.date, findCompany(companyOfNotification(row))?.timeZone ?? DEFAULT_TIME_ZONE),
  },
  { head: "Состояние", value: ({ isRead }) => (isRead ? "Прочитано" : "Новое") },
];

/** Returns the columns of the user's exported notifications. */
export const ownNotificationColumns = (findCompany: FindCompany): readonly ExportColumn<ShownNotification>[] => [
  ...textColumns,
  ...factColumns(findCompany),
];

/** Returns the columns of the exported notifications of all users. */
export const allNotificationColumns = (findCompany: FindCompany): readonly ExportColumn<AddressedRow>[] => [
  ...textColumns,
  { head: "Кому", value: ({ userName }) => userName },
  ...factColumns(findCompany),
];
