import { useSelector } from "@xstate/react";
import type { KeyboardEvent } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import { closesUnpaid, selectable, type statusChangeMachine } from "#machines/orders/statusChange.machine.ts";
import { useCommands } from "../../../commands.ts";
import { usePermissions, useReferences } from "../../../context.ts";
import { lacks } from "../../../permissionNames.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { StaleNote } from "./StaleNote.tsx";
import { useDetailActor } from "./useDetail.ts";

type StatusActor = ActorRefFrom<typeof statusChangeMachine>;

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const choices = [...event.currentTarget.querySelectorAll("button")];
  choices[Math.min(Math.max(0, choices.indexOf(event.target) + step), choices.length - 1)]?.focus();
  event.preventDefault();
};

const Choice = ({ actor }: { actor: StatusActor }) => {
  const { order, unpaid } = useSelector(actor, (snapshot) => snapshot.context);
  const { statuses } = useReferences(order.companyId);
  const may = usePermissions(order.companyId);
  const whyNot = (status: (typeof statuses)[number]) => {
    if (status.id === order.statusId) return "Это нынешний статус";
    return (
      closesUnpaid(unpaid, status) &&
      !may("payment.confirm") &&
      `Не оплачено ${formatMoney(unpaid)} ${lacks("payment.confirm")}`
    );
  };
  const offered = selectable(statuses);
  const first = offered.find((status) => !whyNot(status));
  return (
    <ul className="grid gap-1.5" onKeyDown={walk}>
      {offered.map((status) => (
        <li key={status.id}>
          <Button
            className="w-full justify-start!"
            why={whyNot(status)}
            data-autofocus={status === first || undefined}
            onClick={() => actor.send({ type: "status.choose", status })}
          >
            <Badge colour={status.color}>{status.name}</Badge>
            <span className="flex-1" />
            <span className="text-xs text-muted">
              {status.id === order.statusId && "сейчас"}
              {status.id !== order.statusId && status.isRequireReason && "с причиной"}
              {status.id !== order.statusId && closesUnpaid(unpaid, status) && `не оплачено ${formatMoney(unpaid)}`}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
};

const Reason = ({ actor }: { actor: StatusActor }) => {
  const { status, reason } = useSelector(actor, (snapshot) => snapshot.context);
  const isAsked = useSelector(actor, (snapshot) => snapshot.matches("explaining"));
  if (!status?.isRequireReason) return null;
  return (
    <TextArea
      label="Причина"
      isRequired
      data-autofocus={isAsked || undefined}
      rows={3}
      maxLength={500}
      hint={`${reason.length} из 500`}
      value={reason}
      onText={(text) => actor.send({ type: "reason.type", text })}
    />
  );
};

const Chosen = ({ actor }: { actor: StatusActor }) => {
  const { status, unpaid } = useSelector(actor, (snapshot) => snapshot.context);
  if (!status) return null;
  return (
    <>
      <p className="flex items-center gap-2 text-sm">
        Новый статус: <Badge colour={status.color}>{status.name}</Badge>
      </p>
      {closesUnpaid(unpaid, status) && <Note>Заказ закроется, хотя не оплачено {formatMoney(unpaid)}</Note>}
    </>
  );
};

const submitWords: Partial<Record<string, string>> = {
  explaining: "Сменить статус",
  refused: "Попробовать ещё раз",
  stale: "Сменить всё равно",
};

const whyNotChange = (
  { order, status, reason }: SnapshotFrom<typeof statusChangeMachine>["context"],
  mayDecide: boolean,
): string | undefined => {
  if (!mayDecide) return "Сначала выберите статус";
  if (order.isClosed) return "Заказ закрыт";
  return status?.isRequireReason && reason.trim() === "" ? "Укажите причину" : undefined;
};

/** Choosing a new status, with a reason where the status wants one (business, sections 4 and 5). */
export const StatusDialog = ({ actor }: { actor: StatusActor }) => {
  const detail = useDetailActor();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { context } = state;
  const isBusy = state.hasTag("busy");
  const isSending = state.matches("submitting");
  const close = () => isSending || detail.send({ type: "dialog.close" });
  const mayDecide = state.matches("explaining") || state.matches("refused") || state.matches("stale");
  const why = whyNotChange(context, mayDecide);
  const submit = () => actor.send({ type: "status.submit" });
  useCommands([{ title: "Сменить статус", keys: "Ctrl+Enter", scope: "dialog", why, run: submit }]);
  return (
    <Dialog
      title={`Сменить статус · заказ № ${context.order.internalId}`}
      onClose={close}
      actions={
        <>
          {mayDecide && <Button onClick={() => actor.send({ type: "status.back" })}>Назад</Button>}
          <Button why={isSending && "Статус меняется"} onClick={close}>
            {state.hasTag("verifying") ? "Закрыть" : "Отмена"}
          </Button>
          {mayDecide && (
            <Button kind="primary" data-autofocus why={why} title="Ctrl+Enter" onClick={submit}>
              {submitWords[state.value]}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {state.matches("refused") && (
          <ErrorBox {...(!context.isFault && { title: "Действие запрещено" })} message={context.message} />
        )}
        <StaleNote before={context.before} order={context.order} />
        {state.matches("choosing") && <Choice actor={actor} />}
        {mayDecide && (
          <>
            <Chosen actor={actor} />
            <Reason actor={actor} />
          </>
        )}
        {isBusy && (
          <p className="flex items-center gap-2 py-4 text-sm text-muted">
            <Spinner label="Меняем статус" />
            {state.hasTag("verifying") ? "Сервер не ответил. Узнаём, сменился ли статус…" : "Меняем статус…"}
          </p>
        )}
      </div>
    </Dialog>
  );
};
