import { useMemo } from "react";
import { accountSessions } from "#machines/resources/sessions.ts";
import { useServices, useTimeZone } from "../../context.ts";
import { useCurrentCompanyId } from "../../frame/place.ts";
import { Feed } from "../../resource/Feed.tsx";
import { AccountLinks } from "./AccountLinks.tsx";
import { deviceColumn, endCommand, sessionDates } from "./sessionParts.tsx";

const FILTERS: readonly string[] = [];
const commands = { end: endCommand };

/** The live sessions of a user; ending one signs its browser out (platform, section 2). */
export const AccountSessions = ({ userId }: { userId: number }) => {
  const { user, signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const fed = useMemo(() => accountSessions(userId, signOut), [userId, signOut]);
  return (
    <>
      <AccountLinks userId={userId} />
      <Feed
        fed={fed}
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
