import { useSelector } from "@xstate/react";
import { type NotificationRow, ownNotificationsQuery } from "#machines/directory/descriptors/notifications.ts";
import { readActors, readAllActors } from "#machines/shell/notificationTasks.actors.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { setDesktopNotifications, useDesktopNotifications } from "../../frame/notifications/desktopNotifications.ts";
import { setOrderSound, useIsOrderSoundOn } from "../../frame/notifications/orderSound.ts";
import { NotFoundPage } from "../../routing/NotFoundPage.tsx";
import type { RouteParams } from "../../routing/route.ts";
import { useApi, useServices } from "../../services/context.ts";
import { useFindCompany } from "../../services/useFindCompany.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { toast } from "../../ui/toast.ts";
import { AccountLinks } from "../accounts/AccountLinks.tsx";
import { messageColumn, notificationStates, statusColumns } from "./notificationColumns.tsx";
import { ownNotificationColumns } from "./notificationExport.ts";
import { TaskProblem } from "./TaskProblem.tsx";

const FILTERS = ["state"];

const ReadAllButton = ({ onDone }: { onDone: () => void }) => {
  const api = useApi();
  const task = useTask(
    () => readAllActors(api),
    () => {
      toast("Все уведомления прочитаны");
      onDone();
    },
  );
  const isBusy = useSelector(task, (state) => state.hasTag("busy"));
  return (
    <>
      <Button why={isBusy && "Отмечаем"} onClick={() => task.send({ type: "task.start", id: 0 })}>
        Отметить все прочитанными
      </Button>
      <TaskProblem task={task} />
    </>
  );
};

const DesktopSwitch = () => (
  <label className="flex items-center gap-2 py-1.5">
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={useDesktopNotifications()}
      onChange={({ target }) => void setDesktopNotifications(target.checked)}
    />
    Показывать новые на рабочем столе
  </label>
);

const SoundSwitch = () => (
  <label className="flex items-center gap-2 py-1.5">
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={useIsOrderSoundOn()}
      onChange={({ target }) => setOrderSound(target.checked)}
    />
    Звук заказов с сайта
  </label>
);

const OwnNotifications = () => {
  const { api, user } = useServices();
  const findCompany = useFindCompany();
  const reading = useTask(
    () => readActors(api),
    () => {},
  );
  const open = ({ id, isRead }: NotificationRow) => {
    if (!isRead) reading.send({ type: "task.start", id });
  };
  return (
    <>
      <AccountLinks userId={user.id} />
      <PagedList
        descriptor={ownNotificationsQuery}
        title="Мои уведомления"
        filters={FILTERS}
        columns={[messageColumn<NotificationRow>(open), ...statusColumns<NotificationRow>()]}
        links={[]}
        commands={{}}
        empty="Нет сообщений"
      >
        {(filter, change, refresh) => (
          <>
            <FilterChips
              label="Какие"
              options={notificationStates}
              value={filter["state"] ?? ""}
              onChoose={(value) => change({ state: value })}
            />
            <ReadAllButton onDone={refresh} />
            <PagedExport
              name="Мои уведомления"
              descriptor={ownNotificationsQuery}
              columns={ownNotificationColumns(findCompany)}
              filter={filter}
            />
            <DesktopSwitch />
            <SoundSwitch />
          </>
        )}
      </PagedList>
    </>
  );
};

/**
 * List of the user's own notifications, with switches for desktop notifications and for the sound of orders from the
 * public shop. The path of another user's notifications shows "not found" (platform, section 2).
 */
export const MyNotifications = ({ params }: { params: RouteParams }) => {
  const { user } = useServices();
  return Number(params["userId"]) === user.id ? <OwnNotifications /> : <NotFoundPage />;
};
