import { formatDateTime } from "#domain/format.ts";
import { type ErrorGroupRow, errorGroupsQuery } from "#machines/directory/descriptors/administration.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedList } from "../../directory/PagedList.tsx";
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

const columnsOf = (timeZone: string): readonly TableColumn<ErrorGroupRow>[] => [
  {
    head: "Сообщение",
    narrow: "lead",
    cell: ({ message }) => (
      <span title={message} className="line-clamp-2 wrap-anywhere">
        {message}
      </span>
    ),
  },
  {
    head: "Где",
    cell: ({ source }) => (
      <Badge colour={source === "server" ? "red" : "blue"}>
        {source === "server" ? "На сервере" : "У пользователя"}
      </Badge>
    ),
  },
  { head: "Сколько раз", align: "right", cell: ({ count }) => count },
  { head: "Впервые", cell: ({ firstDate }) => formatDateTime(firstDate, timeZone) },
  { head: "Последний раз", cell: ({ lastDate }) => formatDateTime(lastDate, timeZone) },
];

/**
 * Errors of clients and of the server. Errors whose messages differ only in numbers form one row (platform, section 2).
 */
export const ErrorGroups = () => {
  const timeZone = useTimeZone(useCurrentCompanyId());
  return (
    <AdminOnly>
      <PagedList
        descriptor={errorGroupsQuery}
        title="Ошибки системы"
        filters={FILTERS}
        columns={columnsOf(timeZone)}
        open={({ id }) => `/Admin/Error/${id}`}
        links={[]}
        commands={{}}
        empty="Ошибок нет."
      >
        {({ search = "", source = "" }, change) => (
          <>
            <FilterSearch
              label="Текст или номер ошибки целиком"
              value={search}
              onText={(text) => change({ search: text })}
            />
            <FilterChips label="Где" options={sources} value={source} onChoose={(value) => change({ source: value })} />
          </>
        )}
      </PagedList>
    </AdminOnly>
  );
};
