import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { type ErrorRow, errorsOf } from "#machines/resources/administration.ts";
import { useTimeZone } from "../../context.ts";
import { useCurrentCompanyId } from "../../frame/place.ts";
import { Feed } from "../../resource/Feed.tsx";
import type { Column } from "../../resource/listParts.ts";
import { Link } from "../../ui/Link.tsx";
import { useWayBack } from "../../useLeaveGuard.ts";
import { AdminOnly } from "./AdminOnly.tsx";

const FILTERS: readonly string[] = [];

/** JSON for people: the message first, the lines of a stack under each other. */
const readable = ({ message, ...others }: ErrorRow["data"]): string =>
  JSON.stringify({ message, ...others }, null, 2).replaceAll("\\n", "\n    ");

const columnsOf = (timeZone: string): readonly Column<ErrorRow>[] => [
  {
    head: "Когда и у кого",
    cell: ({ date, userName, traceId }) => (
      <div className="py-2 align-top">
        <p>{formatDateTime(date, timeZone)}</p>
        <p className="text-muted">{userName ?? "без входа"}</p>
        <p className="font-mono text-xs wrap-anywhere text-muted">{traceId}</p>
      </div>
    ),
  },
  {
    head: "Данные",
    cell: ({ data }) => (
      <pre className="my-2 rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {readable(data)}
      </pre>
    ),
  },
];

const ErrorsFeed = ({ groupId }: { groupId: number }) => {
  const timeZone = useTimeZone(useCurrentCompanyId());
  const fed = useMemo(() => errorsOf(groupId), [groupId]);
  useWayBack("/Admin/Error", "Все ошибки");
  return (
    <>
      <p className="mb-2 text-sm">
        <Link href="/Admin/Error" className="text-accent hover:underline">
          ← Все ошибки
        </Link>
      </p>
      <Feed
        fed={fed}
        title={`Ошибка ${groupId}`}
        filters={FILTERS}
        columns={columnsOf(timeZone)}
        links={[]}
        commands={{}}
        empty="Записей этой ошибки нет: она удалена или такой не было."
      />
    </>
  );
};

/** The errors of one message, each with its data as JSON. */
export const Errors = ({ groupId }: { groupId: number }) => (
  <AdminOnly>
    <ErrorsFeed groupId={groupId} />
  </AdminOnly>
);
