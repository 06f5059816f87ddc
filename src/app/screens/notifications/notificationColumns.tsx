import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { notificationPath } from "../../frame/notifications/notificationPath.ts";
import { useCompany, useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";

/** Notification in the list of one user or of all users. */
export type ShownNotification = Pick<Schemas["Notification"], "id" | "title" | "message" | "code" | "data" | "date"> & {
  isRead?: boolean;
};

/**
 * Returns the table column with the text of a notification. The title links to the screen of the notification, if there
 * is one.
 */
export const messageColumn = <Row extends ShownNotification>(onOpen?: (row: Row) => void): TableColumn<Row> => ({
  head: "Уведомление",
  narrow: "lead",
  cell: (row) => {
    const target = notificationPath(row);
    return (
      <span className={row.isRead ? "" : "font-semibold"}>
        {target ? (
          <Link href={target} className="text-accent hover:underline" onClick={() => onOpen?.(row)}>
            {row.title}
          </Link>
        ) : (
          row.title
        )}
        <span className="block font-normal text-muted">{row.message}</span>
      </span>
    );
  },
});

/** Returns the id of the company to which a notification belongs, or 0 if there is none. */
export const companyOfNotification = ({ data }: ShownNotification): number => Number(data?.companyId ?? 0);

const CompanyName = ({ id }: { id: number }) => useCompany(id)?.name ?? (id > 0 ? `№ ${id}` : "—");

const LocalMoment = ({ date, companyId }: { date: string; companyId: number }) =>
  formatDateTime(date, useTimeZone(companyId));

/** Returns the table columns with the company, date and read status of a notification. */
export const statusColumns = <Row extends ShownNotification>(): readonly TableColumn<Row>[] => [
  { head: "Компания", cell: (row) => <CompanyName id={companyOfNotification(row)} /> },
  { head: "Когда", cell: (row) => <LocalMoment date={row.date} companyId={companyOfNotification(row)} /> },
  {
    head: "Состояние",
    cell: ({ isRead }) => <Badge colour={isRead ? "grey" : "blue"}>{isRead ? "Прочитано" : "Новое"}</Badge>,
  },
];

/** Options of the status filter in the notification lists. */
export const notificationStates = [
  { value: "", title: "Все" },
  { value: "unread", title: "Новые" },
];
