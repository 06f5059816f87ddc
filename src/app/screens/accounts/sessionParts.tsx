import { LogOut } from "lucide-react";
import { describeDevice } from "#domain/device.ts";
import { formatDateTime } from "#domain/format.ts";
import type { SessionRow } from "#machines/directory/descriptors/sessions.ts";
import type { ListColumn, RowCommandTexts } from "../../directory/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";

/** Table column with the device of a session. The current session is marked. */
export const deviceColumn: ListColumn<SessionRow> = {
  head: "Устройство",
  narrow: "lead",
  value: ({ userAgent, isCurrent }) => `${describeDevice(userAgent)}${isCurrent ? ", эта сессия" : ""}`,
  cell: ({ userAgent, isCurrent }) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 py-1" title={userAgent}>
      {describeDevice(userAgent)}
      {isCurrent && <Badge colour="teal">Эта сессия</Badge>}
    </span>
  ),
};

/** Returns the table columns with the dates of a session in the given time zone. */
export const sessionDates = (timeZone: string): readonly ListColumn<SessionRow>[] => [
  { head: "Вход", cell: ({ beginDate }) => formatDateTime(beginDate, timeZone) },
  { head: "Последнее обращение", cell: ({ lastUseDate }) => formatDateTime(lastUseDate, timeZone) },
  { head: "Дата окончания", cell: ({ endDate }) => formatDateTime(endDate, timeZone) },
];

export const endCommand: RowCommandTexts<SessionRow> = {
  label: "Завершить",
  icon: <LogOut size={16} aria-hidden />,
  title: ({ userAgent }) => `Завершить сессию «${describeDevice(userAgent)}»?`,
  question: ({ isCurrent }) =>
    isCurrent
      ? "Это сессия, в которой вы работаете сейчас: вы выйдете из программы во всех вкладках этого браузера."
      : "На том устройстве придётся войти заново. Несохранённые заказы останутся там черновиками.",
  done: () => "Сессия завершена",
};
