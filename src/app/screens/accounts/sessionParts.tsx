import { LogOut } from "lucide-react";
import { deviceOf } from "#domain/device.ts";
import { formatDateTime } from "#domain/format.ts";
import type { SessionRow } from "#machines/resources/sessions.ts";
import type { Column, RowCommandWords } from "../../resource/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";

/** Where a session is used; the browser that one is looking with is marked. */
export const deviceColumn: Column<SessionRow> = {
  head: "Устройство",
  narrow: "lead",
  cell: ({ userAgent, isCurrent }) => (
    <span className="inline-flex flex-wrap items-center gap-x-2 py-1" title={userAgent}>
      {deviceOf(userAgent)}
      {isCurrent && <Badge colour="teal">Эта сессия</Badge>}
    </span>
  ),
};

/** When a session began, was used last and ends, in a company's time zone. */
export const sessionDates = (timeZone: string): readonly Column<SessionRow>[] => [
  { head: "Вход", cell: ({ beginDate }) => formatDateTime(beginDate, timeZone) },
  { head: "Последнее обращение", cell: ({ lastUseDate }) => formatDateTime(lastUseDate, timeZone) },
  { head: "Дата окончания", cell: ({ endDate }) => formatDateTime(endDate, timeZone) },
];

/** How a session is ended. */
export const endCommand: RowCommandWords<SessionRow> = {
  label: "Завершить",
  icon: <LogOut size={16} aria-hidden />,
  isFor: ({ isEnded }) => !isEnded,
  title: ({ userAgent }) => `Завершить сессию «${deviceOf(userAgent)}»?`,
  question: ({ isCurrent }) =>
    isCurrent
      ? "Это сессия, в которой вы работаете сейчас: вы выйдете из программы во всех вкладках этого браузера."
      : "На том устройстве придётся войти заново. Несохранённые заказы останутся там черновиками.",
  done: () => "Сессия завершена",
};
