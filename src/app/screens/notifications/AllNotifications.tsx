import { useSelector } from "@xstate/react";
import { counted } from "#domain/format.ts";
import { type AddressedRow, allNotificationsQuery } from "#machines/directory/descriptors/notifications.ts";
import { cleanActors } from "#machines/shell/notificationTasks.actors.ts";
import { ConfirmCommand } from "../../directory/ConfirmCommand.tsx";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { useApi } from "../../services/context.ts";
import { useFindCompany } from "../../services/useFindCompany.ts";
import { useTask } from "../../shared/useTask.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { toast } from "../../ui/toast.ts";
import { AdminOnly } from "../admin/AdminOnly.tsx";
import { messageColumn, notificationStates, statusColumns } from "./notificationColumns.tsx";
import { allNotificationColumns } from "./notificationExport.ts";
import { TaskProblem } from "./TaskProblem.tsx";

const FILTERS = ["state", "userId"];

const CleanButton = ({ onDone }: { onDone: () => void }) => {
  const api = useApi();
  const task = useTask(
    () => cleanActors(api),
    (count) => {
      toast(`Удалено: ${counted(count, ["уведомление", "уведомления", "уведомлений"])}`);
      onDone();
    },
  );
  const state = useSelector(task, (snapshot) => snapshot);
  return (
    <>
      <Button why={state.hasTag("busy") && "Удаляем"} onClick={() => task.send({ type: "task.ask", id: 0 })}>
        Очистить
      </Button>
      <TaskProblem task={task} />
      {state.matches("confirming") && (
        <ConfirmCommand
          title="Очистить уведомления?"
          question="Будут удалены все прочитанные уведомления и те, которым больше 30 дней, — у всех пользователей."
          onYes={() => task.send({ type: "task.confirm" })}
          onNo={() => task.send({ type: "task.cancel" })}
        />
      )}
    </>
  );
};

const NotificationsOfAllUsers = () => {
  const findCompany = useFindCompany();
  return (
    <PagedList
      descriptor={allNotificationsQuery}
      title="Все уведомления"
      filters={FILTERS}
      columns={[
        messageColumn<AddressedRow>(),
        { head: "Кому", cell: ({ userName }) => userName },
        ...statusColumns<AddressedRow>(),
      ]}
      links={[]}
      commands={{}}
      empty="Уведомлений нет."
    >
      {(filter, change, refresh) => (
        <>
          <FilterChips
            label="Какие"
            options={notificationStates}
            value={filter["state"] ?? ""}
            onChoose={(value) => change({ state: value })}
          />
          {filter["userId"] && (
            <Button onClick={() => change({ userId: "" })}>Пользователь № {filter["userId"]} ✕</Button>
          )}
          <CleanButton onDone={refresh} />
          <PagedExport
            name="Все уведомления"
            descriptor={allNotificationsQuery}
            columns={allNotificationColumns(findCompany)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  );
};

/**
 * List of all users' notifications. A button deletes notifications that are read or older than 30 days (platform,
 * sections 2 and 7).
 */
export const AllNotifications = () => (
  <AdminOnly>
    <NotificationsOfAllUsers />
  </AdminOnly>
);
