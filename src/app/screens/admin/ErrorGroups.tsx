import { formatDateTime } from "#domain/format.ts";
import { type ErrorGroupRow, errorGroupsQuery } from "#machines/directory/descriptors/administration.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../directory/tableOfRows.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useTimeZone } from "../../services/context.ts";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { FilterSearch } from "./FilterSearch.tsx";

const FILTERS = ["search", "source"];

const sources = [
  { value: "", title: "Все" },
  { value: "client", title: "У пользователей" },
  { value: "server", title: "На сервере" },
];

const columnsOf = (timeZone: string): readonly ListColumn<ErrorGroupRow>[] => [
  {
    head: "Сообщение",
    narrow: "lead",
    cell: ({ message }) => (
      <span title={message} className="line-clamp-2 wrap-anywhere">
        {message}
      </span>
    ),
    value: ({ message }) => message,
  },
  {
    head: "Где",
    cell: ({ source }) => (
      <Badge colour={source === "server" ? "red" : "blue"}>
        {source === "server" ? "На сервере" : "У пользователя"}
      </Badge>
    ),
    value: ({ source }) => (source === "server" ? "На сервере" : "У пользователя"),
  },
  { head: "Сколько раз", align: "right", cell: ({ count }) => count },
  { head: "Впервые", cell: ({ firstDate }) => formatDateTime(firstDate, timeZone) },
  { head: "Последний раз", cell: ({ lastDate }) => formatDateTime(lastDate, timeZone) },
];

/**
 * Errors of clients and of the server. Errors with messages that differ only in numbers form one row (platform, section
 * 2).
 */
export const ErrorGroups = () => {
  const timeZone = useTimeZone(useCurrentCompanyId());
  const columns = columnsOf(timeZone);
  return (
    <AdminOnly>
      <PagedList
        descriptor={errorGroupsQuery}
        title="Ошибки системы"
        filters={FILTERS}
        columns={columns}
        open={({ id }) => `/Admin/Error/${id}`}
        links={[]}
        commands={{}}
        empty="Ошибок нет."
      >
        {(filter, change) => (
          <>
            <FilterSearch
              label="Текст или номер ошибки целиком"
              value={filter["search"] ?? ""}
              onText={(text) => change({ search: text })}
            />
            <FilterChips
              label="Где"
              options={sources}
              value={filter["source"] ?? ""}
              onChoose={(value) => change({ source: value })}
            />
            <span className="flex-1" />
            <PagedExport
              key={timeZone}
              name="Ошибки"
              descriptor={errorGroupsQuery}
              columns={exportColumnsOf(columns)}
              filter={filter}
            />
          </>
        )}
      </PagedList>
    </AdminOnly>
  );
};
