import { useMemo } from "react";
import { allSessionsQuery, type SessionRow } from "#machines/directory/descriptors/sessions.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../directory/tableOfRows.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { Link } from "../../ui/Link.tsx";
import { deviceColumn, endCommand, sessionDates } from "../accounts/sessionParts.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { FilterSearch } from "./FilterSearch.tsx";

const FILTERS = ["search", "ended"];
const commands = { end: endCommand };

const states = [
  { value: "", title: "Действующие" },
  { value: "yes", title: "Завершённые" },
];

const columnsFor = (timeZone: string): readonly ListColumn<SessionRow>[] => [
  {
    head: "Пользователь",
    narrow: "lead",
    cell: ({ userId, alias, userName }) => (
      <Link href={`/Account/${userId}`} className="block py-1 hover:underline">
        {alias} <span className="text-muted">{userName}</span>
      </Link>
    ),
    value: ({ alias, userName }) => `${alias} (${userName})`,
  },
  deviceColumn,
  { head: "Адрес", cell: ({ address }) => address || "—" },
  ...sessionDates(timeZone),
];

const SessionList = () => {
  const { signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const descriptor = useMemo(() => allSessionsQuery(signOut), [signOut]);
  const columns = columnsFor(timeZone);
  return (
    <PagedList
      descriptor={descriptor}
      title="Все сессии"
      filters={FILTERS}
      columns={columns}
      links={[]}
      commands={commands}
      empty="Сессий нет."
    >
      {(filter, change) => (
        <>
          <FilterSearch
            label="Имя пользователя"
            value={filter["search"] ?? ""}
            onText={(text) => change({ search: text })}
          />
          <FilterChips
            label="Состояние"
            options={states}
            value={filter["ended"] ?? ""}
            onChoose={(value) => change({ ended: value })}
          />
          <span className="flex-1" />
          <PagedExport
            key={timeZone}
            name="Сессии"
            descriptor={descriptor}
            columns={exportColumnsOf(columns)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  );
};

/** List of the sessions of all users (platform, section 2). */
export const Sessions = () => (
  <AdminOnly>
    <SessionList />
  </AdminOnly>
);
