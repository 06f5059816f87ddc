import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { type ErrorRow, groupErrorsQuery } from "#machines/directory/descriptors/administration.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedList } from "../../directory/PagedList.tsx";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useTimeZone } from "../../services/context.ts";
import { useWayBack } from "../../shared/useLeaveGuard.ts";
import { Link } from "../../ui/Link.tsx";
import { AdminOnly } from "./AdminOnly.tsx";

const FILTERS: readonly string[] = [];

/**
 * Formats the data of an error as JSON. The message is the first property, and each stack frame has a separate line.
 */
const formatData = ({ message, ...others }: ErrorRow["data"]): string =>
  JSON.stringify({ message, ...others }, null, 2).replaceAll("\\n", "\n    ");

const columnsOf = (timeZone: string): readonly TableColumn<ErrorRow>[] => [
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
        {formatData(data)}
      </pre>
    ),
  },
];

const ErrorList = ({ groupId }: { groupId: number }) => {
  const timeZone = useTimeZone(useCurrentCompanyId());
  const descriptor = useMemo(() => groupErrorsQuery(groupId), [groupId]);
  useWayBack("/Admin/Error", "Все ошибки");
  return (
    <>
      <p className="mb-2 text-sm">
        <Link href="/Admin/Error" className="text-accent hover:underline">
          ← Все ошибки
        </Link>
      </p>
      <PagedList
        descriptor={descriptor}
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

/** List of the errors of one group: their messages differ only in numbers. The data of each error are shown as JSON. */
export const Errors = ({ groupId }: { groupId: number }) => (
  <AdminOnly>
    <ErrorList groupId={groupId} />
  </AdminOnly>
);
