import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { endOtherSessionsActors } from "#machines/accounts/otherSessions.actors.ts";
import { accountSessionsQuery } from "#machines/directory/descriptors/sessions.ts";
import { ConfirmCommand } from "../../directory/ConfirmCommand.tsx";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../directory/tableOfRows.ts";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast.ts";
import { TaskProblem } from "../notifications/TaskProblem.tsx";
import { AccountLinks } from "./AccountLinks.tsx";
import { deviceColumn, endCommand, sessionDates } from "./sessionParts.tsx";

const FILTERS: readonly string[] = [];
const commands = { end: endCommand };

const EndOthers = ({ userId, onDone }: { userId: number; onDone: () => void }) => {
  const { api, user } = useServices();
  const isOffered = useIsOffered("DELETE /api/Account/{userId}/Session");
  const task = useTask(
    () => endOtherSessionsActors(api, userId),
    (count) => {
      toast(count === 0 ? "Других сессий не было" : `Завершено сессий: ${count}`);
      onDone();
    },
  );
  const state = useSelector(task, (snapshot) => snapshot);
  const isBusy = state.hasTag("busy");
  const isOwn = user.id === userId;
  if (!isOffered) return null;
  return (
    <>
      <Button why={isBusy && "Завершаем"} onClick={() => task.send({ type: "task.ask", id: userId })}>
        {isOwn ? "Завершить все другие" : "Завершить все"}
      </Button>
      <TaskProblem task={task} />
      {(state.matches("confirming") || isBusy) && (
        <ConfirmCommand
          title={isOwn ? "Завершить все другие сессии?" : "Завершить все сессии пользователя?"}
          question={
            isOwn
              ? "На всех других устройствах придётся войти заново. Эта сессия останется."
              : "На всех устройствах ему придётся войти заново."
          }
          isRunning={isBusy}
          onYes={() => task.send({ type: "task.confirm" })}
          onNo={() => task.send({ type: "task.cancel" })}
        />
      )}
    </>
  );
};

/**
 * List of a user's active sessions, with a button that ends all of them, except the signed-in user's current session.
 * Ending a session signs the user out in that browser (platform, section 2).
 */
export const AccountSessions = ({ userId }: { userId: number }) => {
  const { user, signOut } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const descriptor = useMemo(() => accountSessionsQuery(userId, signOut), [userId, signOut]);
  const columns = [deviceColumn, ...sessionDates(timeZone)];
  const title = user.id === userId ? "Мои сессии" : `Сессии пользователя ${userId}`;
  return (
    <>
      <AccountLinks userId={userId} />
      <PagedList
        descriptor={descriptor}
        title={title}
        filters={FILTERS}
        columns={columns}
        links={[]}
        commands={commands}
        empty="Действующих сессий нет."
      >
        {(filter, _change, refresh) => (
          <>
            <EndOthers userId={userId} onDone={refresh} />
            <PagedExport
              key={timeZone}
              name={title}
              descriptor={descriptor}
              columns={exportColumnsOf(columns)}
              filter={filter}
            />
          </>
        )}
      </PagedList>
    </>
  );
};
