import { formatDateTime } from "#domain/format.ts";
import type { AccountRow } from "#machines/directory/descriptors/accounts.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

/** Returns the columns of the exported users of the system. */
export const accountExportColumns = (timeZone: string): readonly ExportColumn<AccountRow>[] => [
  { head: "Пользователь", value: ({ alias }) => alias },
  { head: "Имя для входа", value: ({ userName }) => userName },
  { head: "Администратор", value: ({ roles }) => roles === "Admin" },
  { head: "Создаёт компании", value: ({ canCreateCompany }) => canCreateCompany },
  { head: "Действует", value: ({ isActive }) => isActive },
  { head: "Пароль задан", value: ({ hasPassword }) => hasPassword },
  { head: "Компании", value: ({ companies }) => companies.map(({ name }) => name).join(", ") },
  {
    head: "Последнее подключение",
    value: ({ lastConnect }) => (lastConnect ? formatDateTime(lastConnect, timeZone) : null),
  },
];
