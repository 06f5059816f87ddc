import { useMemo } from "react";
import { accountSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { PagedList } from "../../directory/PagedList.tsx";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { AccountLinks } from "./AccountLinks.tsx";
import { deviceColumn, endCommand, sessionDates } from "./sessionParts.tsx";

const FILTERS: readonly string[] = [];
const commands = { end: endCommand };

/** Active sessions of a user. Ending a session signs its browser out (platform, section 2). */
export const AccountSessions = ({ userId }: { userId: number }) => {
  const { user, signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const descriptor = useMemo(() => accountSessionsQuery(userId, signOut), [userId, signOut]);
  return (
    <>
      <AccountLinks userId={userId} />
      <PagedList
        descriptor={descriptor}
        title={user.id === userId ? "Мои сессии" : `Сессии пользователя ${userId}`}
        filters={FILTERS}
        columns={[deviceColumn, ...sessionDates(timeZone)]}
        links={[]}
        commands={commands}
        empty="Действующих сессий нет."
      />
    </>
  );
};
