import { useMemo } from "react";
import { allSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { PagedList } from "../../directory/PagedList.tsx";
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

const SessionList = () => {
  const { signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const descriptor = useMemo(() => allSessionsQuery(signOut), [signOut]);
  return (
    <PagedList
      descriptor={descriptor}
      title="Все сессии"
      filters={FILTERS}
      columns={[
        {
          head: "Пользователь",
          narrow: "lead",
          cell: ({ userId, alias, userName }) => (
            <Link href={`/Account/${userId}`} className="block py-1 hover:underline">
              {alias} <span className="text-muted">{userName}</span>
            </Link>
          ),
        },
        deviceColumn,
        { head: "Адрес", cell: ({ address }) => address || "—" },
        ...sessionDates(timeZone),
      ]}
      links={[]}
      commands={commands}
      empty="Сессий нет."
    >
      {({ search = "", ended = "" }, change) => (
        <>
          <FilterSearch label="Имя пользователя" value={search} onText={(text) => change({ search: text })} />
          <FilterChips
            label="Состояние"
            options={states}
            value={ended}
            onChoose={(value) => change({ ended: value })}
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
