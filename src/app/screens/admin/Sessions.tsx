import { useMemo } from "react";
import { allSessions } from "#machines/resources/sessions.ts";
import { useServices, useTimeZone } from "../../context.ts";
import { useCurrentCompanyId } from "../../frame/place.ts";
import { Feed } from "../../resource/Feed.tsx";
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

const SessionsFeed = () => {
  const { signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const fed = useMemo(() => allSessions(signOut), [signOut]);
  return (
    <Feed
      fed={fed}
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
    </Feed>
  );
};

/** The sessions of all users (platform, section 2). */
export const Sessions = () => (
  <AdminOnly>
    <SessionsFeed />
  </AdminOnly>
);
