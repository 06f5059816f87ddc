import { useSelector } from "@xstate/react";
import { useCallback, useState } from "react";
import { counted } from "#domain/format.ts";
import { type AddressedRow, everybodysNotifications } from "#machines/resources/notifications.ts";
import { cleanActors } from "#machines/shell/notificationTasks.actors.ts";
import { useServices, useTimeZone } from "../../context.ts";
import { useCurrentCompanyId } from "../../frame/place.ts";
import { ConfirmCommand } from "../../resource/ConfirmCommand.tsx";
import { Feed } from "../../resource/Feed.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { toast } from "../../ui/toast.ts";
import { AdminOnly } from "../admin/AdminOnly.tsx";
import { notificationStates, saying, standing } from "./notificationColumns.tsx";
import { useTask } from "./useTask.ts";

const FILTERS = ["state", "userId"];

const Everybodys = () => {
  const { api } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const [cleanings, setCleanings] = useState(0);
  const clean = useTask(
    cleanActors(api),
    useCallback((count: number) => {
      setCleanings((before) => before + 1);
      toast(`Удалено: ${counted(count, ["уведомление", "уведомления", "уведомлений"])}`);
    }, []),
  );
  const state = useSelector(clean, (snapshot) => snapshot);
  return (
    <>
      {state.context.problem && (
        <div className="mb-3">
          <ErrorBox message={state.context.problem} />
        </div>
      )}
      <Feed
        key={cleanings}
        fed={everybodysNotifications}
        title="Все уведомления"
        filters={FILTERS}
        columns={[
          saying<AddressedRow>(),
          { head: "Кому", cell: ({ userName }) => userName },
          ...standing<AddressedRow>(timeZone),
        ]}
        links={[]}
        commands={{}}
        empty="Уведомлений нет."
      >
        {({ state: chosen = "", userId = "" }, change) => (
          <>
            <FilterChips
              label="Какие"
              options={notificationStates}
              value={chosen}
              onChoose={(value) => change({ state: value })}
            />
            {userId && <Button onClick={() => change({ userId: "" })}>Пользователь № {userId} ✕</Button>}
            <Button why={state.hasTag("busy") && "Удаляем"} onClick={() => clean.send({ type: "task.ask", id: 0 })}>
              Очистить
            </Button>
          </>
        )}
      </Feed>
      {state.matches("confirming") && (
        <ConfirmCommand
          title="Очистить уведомления?"
          question="Будут удалены все прочитанные уведомления и те, которым больше 30 дней, — у всех пользователей."
          onYes={() => clean.send({ type: "task.confirm" })}
          onNo={() => clean.send({ type: "task.cancel" })}
        />
      )}
    </>
  );
};

/** Notifications of every user, with clean-up (platform, sections 2 and 7). */
export const AllNotifications = () => (
  <AdminOnly>
    <Everybodys />
  </AdminOnly>
);
