import { useSelector } from "@xstate/react";
import { formatMoney } from "#domain/money.ts";
import { closesUnpaid, reasonNotToSubmit } from "#machines/orders/status/statusChange.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { useOverridable } from "../../../overrides/useOverridable.ts";
import { failureText } from "../../../services/failureText.ts";
import { MutationProgress } from "../../../shared/MutationProgress.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { statusReasonText } from "./dialogReasonTexts.ts";
import { StaleNote } from "./StaleNote.tsx";
import { type StatusActor, StatusOptions } from "./StatusOptions.tsx";
import { useDetailActor } from "./useDetail.ts";

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
  const { status, unpaid, order } = useSelector(actor, (snapshot) => snapshot.context);
  const { hintOf } = useOverridable(order.companyId);
  if (!status) return null;
  const isUnpaid = closesUnpaid(unpaid, status);
  const hint = hintOf("order.changeStatus") ?? (isUnpaid ? hintOf("payment.confirm") : undefined);
  return (
    <>
      <p className="flex items-center gap-2 text-sm">
        Новый статус: <Badge colour={status.color}>{status.name}</Badge>
      </p>
      {isUnpaid && <Note>Заказ закроется, хотя не оплачено {formatMoney(unpaid)}</Note>}
      {hint && <p className="text-sm text-muted">{hint}.</p>}
    </>
  );
};

const submitLabels: Partial<Record<string, string>> = {
  explaining: "Сменить статус",
  refused: "Попробовать ещё раз",
  notRecorded: "Попробовать ещё раз",
  stale: "Сменить всё равно",
};

const progressTexts = {
  sending: "Меняем статус…",
  verifying: "Узнаём, сменился ли статус",
  notRecorded: "",
};

/**
 * Dialog that changes the order's status. Some statuses require a reason (business, section 4), and the user must
 * confirm a change that closes an unpaid order (decisions, section 5). Any other change is sent as soon as the status
 * is chosen.
 */
export const StatusDialog = ({ actor }: { actor: StatusActor }) => {
  const detail = useDetailActor();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { order, before, failure } = state.context;
  const { change } = state.children;
  // The user must not close the dialog while the status change is being sent.
  const isSending = useSelector(change, (mutation) => mutation?.hasTag("sending") ?? false);
  const close = () => isSending || detail.send({ type: "dialog.close" });
  const label = submitLabels[state.value];
  const why = label ? statusReasonText(reasonNotToSubmit(state.context)) : "Сначала выберите статус";
  const submit = () => actor.send({ type: "status.submit" });
  useCommands([{ title: "Сменить статус", keys: "Ctrl+Enter", scope: "dialog", why, run: submit }]);
  return (
    <Dialog
      title={`Сменить статус · заказ № ${order.internalId}`}
      onClose={close}
      actions={
        <>
          {label && <Button onClick={() => actor.send({ type: "status.back" })}>Назад</Button>}
          <Button why={isSending && "Статус меняется"} onClick={close}>
            {change && !isSending ? "Закрыть" : "Отмена"}
          </Button>
          {label && (
            <Button kind="primary" data-autofocus why={why} title="Ctrl+Enter" onClick={submit}>
              {label}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {state.matches("refused") && (
          <ErrorBox
            {...(failure?.kind === "refused" && { title: "Действие запрещено" })}
            message={failureText(failure)}
          />
        )}
        {state.matches("notRecorded") && (
          <ErrorBox message="Статус не сменился: сервер не ответил. Попробуйте ещё раз." />
        )}
        <StaleNote before={before} order={order} />
        {state.matches("choosing") && <StatusOptions actor={actor} />}
        {label && (
          <>
            <Chosen actor={actor} />
            <Reason actor={actor} />
          </>
        )}
        {change && <MutationProgress mutation={change} texts={progressTexts} />}
      </div>
    </Dialog>
  );
};
