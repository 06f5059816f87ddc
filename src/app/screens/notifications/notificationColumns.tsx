import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { notificationTarget } from "../../frame/notificationTarget.ts";
import type { Column } from "../../resource/listParts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";

type Shown = Pick<Schemas["Notification"], "id" | "title" | "message" | "code" | "data" | "date"> & {
  isRead?: boolean;
};

/** What a notification says; its title leads to what it is about. */
export const saying = <Row extends Shown>(onOpen?: (row: Row) => void): Column<Row> => ({
  head: "Уведомление",
  narrow: "lead",
  cell: (row) => {
    const target = notificationTarget(row);
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

/** When a notification came, and whether it was read. */
export const standing = <Row extends Shown>(timeZone: string): readonly Column<Row>[] => [
  { head: "Когда", cell: ({ date }) => formatDateTime(date, timeZone) },
  {
    head: "Состояние",
    cell: ({ isRead }) => <Badge colour={isRead ? "grey" : "blue"}>{isRead ? "Прочитано" : "Новое"}</Badge>,
  },
];

/** What the lists of notifications can be narrowed to. */
export const notificationStates = [
  { value: "", title: "Все" },
  { value: "unread", title: "Новые" },
];
