import { useSelector } from "@xstate/react";
import { useCallback, useState } from "react";
import { type NotificationRow, ownNotifications } from "#machines/resources/notifications.ts";
import { readActors, readAllActors } from "#machines/shell/notificationTasks.actors.ts";
import { useServices, useTimeZone } from "../../context.ts";
import { switchDesktop, useDesktop } from "../../desktop.ts";
import { useCurrentCompanyId } from "../../frame/place.ts";
import { Feed } from "../../resource/Feed.tsx";
import type { RouteParams } from "../../route.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { toast } from "../../ui/toast.ts";
import { AccountLinks } from "../accounts/AccountLinks.tsx";
import { NotFound } from "../placeholders.tsx";
import { notificationStates, saying, standing } from "./notificationColumns.tsx";
import { useTask } from "./useTask.ts";

const FILTERS = ["state"];

const nothing = () => {};

const Own = () => {
  const { api, user } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const isDesktop = useDesktop();
  const [reading, setReading] = useState(0);
  const readAll = useTask(
    readAllActors(api),
    useCallback(() => {
      setReading((count) => count + 1);
      toast("Все уведомления прочитаны");
    }, []),
  );
  const read = useTask(readActors(api), nothing);
  const isBusy = useSelector(readAll, (state) => state.hasTag("busy"));
  const problem = useSelector(readAll, ({ context }) => context.problem);
  const open = ({ id, isRead }: NotificationRow) => {
    if (!isRead) read.send({ type: "task.start", id });
  };
  return (
    <>
      <AccountLinks userId={user.id} />
      {problem && (
        <div className="mb-3">
          <ErrorBox message={problem} />
        </div>
      )}
      <Feed
        key={reading}
        fed={ownNotifications}
        title="Мои уведомления"
        filters={FILTERS}
        columns={[saying<NotificationRow>(open), ...standing<NotificationRow>(timeZone)]}
        links={[]}
        commands={{}}
        empty="Нет сообщений"
      >
        {({ state = "" }, change) => (
          <>
            <FilterChips
              label="Какие"
              options={notificationStates}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
            <Button why={isBusy && "Отмечаем"} onClick={() => readAll.send({ type: "task.start", id: 0 })}>
              Отметить все прочитанными
            </Button>
            <label className="flex items-center gap-2 py-1.5">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={isDesktop}
                onChange={({ target }) => void switchDesktop(target.checked)}
              />
              Показывать новые на рабочем столе
            </label>
          </>
        )}
      </Feed>
    </>
  );
};

/** Notifications of the user himself; another user's page is nobody else's (platform, section 2). */
export const MyNotifications = ({ params }: { params: RouteParams }) => {
  const { user } = useServices();
  return Number(params["userId"]) === user.id ? <Own /> : <NotFound />;
};
