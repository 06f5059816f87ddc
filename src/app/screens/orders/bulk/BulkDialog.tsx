import { useSelector } from "@xstate/react";
import { formatNumber } from "#domain/figures.ts";
import { countClosedUnpaid, countRetriable, countSteps } from "#machines/orders/bulk/bulkChange.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { failureText } from "../../../services/failureText.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { CourierChoice, ReasonField, StatusChoice } from "./BulkChoice.tsx";
import { BulkOrders } from "./BulkOrders.tsx";
import { bulkTitle, reportText } from "./bulkTexts.ts";
import type { BulkActor } from "./useBulkChange.ts";

/** Reason that is sent when an undo restores a status that requires a reason. */
const UNDO_REASON = "Возврат после изменения нескольких заказов";

const Waiting = ({ text }: { text: string }) => (
  <p className="flex items-center gap-2 py-4 text-sm text-muted">
    <Spinner label={text} />
    {text}
  </p>
);

const Target = ({ actor }: { actor: BulkActor }) => {
  const { target, isUndo } = useSelector(actor, ({ context }) => context);
  if (!target || isUndo) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
      {target.kind === "courier" && (target.courier ? <b>{target.courier.alias}</b> : <b>Снять курьера</b>)}
      {target.kind === "status" && (
        <>
          Новый статус: <Badge colour={target.status.color}>{target.status.name}</Badge>
          {target.reason && <span className="wrap-anywhere text-muted">{target.reason}</span>}
        </>
      )}
    </p>
  );
};

const Progress = ({ actor }: { actor: BulkActor }) => {
  const { items, isUndo, isStopped } = useSelector(actor, ({ context }) => context);
  const isWaiting = useSelector(actor, (state) => state.matches({ running: "waiting" }));
  const { queued, planned } = countSteps(items);
  const done = items.length - queued - planned;
  const label = isUndo ? "Возвращаем заказы" : "Меняем заказы";
  return (
    <div className="grid gap-2 py-2">
      <p className="text-sm" role="status">
        {isStopped ? "Ждём последних ответов" : label}: {formatNumber(done)} из {formatNumber(items.length)}
      </p>
      <progress aria-label={label} className="h-2 w-full accent-accent" max={items.length} value={done} />
      {isWaiting && <Note>Сервер не отвечает. Пробуем ещё раз, ничего не пропадёт и не повторится дважды.</Note>}
      <p className="text-sm text-muted">Страницу можно перезагрузить: изменение продолжится.</p>
    </div>
  );
};

const Plan = ({ actor }: { actor: BulkActor }) => {
  const { items, target, isUndo, failure } = useSelector(actor, ({ context }) => context);
  const { refused, unchanged } = countSteps(items);
  const unpaid = target && !isUndo ? countClosedUnpaid(items, target) : 0;
  const facts = [refused > 0 && `нельзя изменить: ${refused}`, unchanged > 0 && `менять нечего: ${unchanged}`];
  return (
    <>
      {failure && <ErrorBox message={failureText(failure)} />}
      <Target actor={actor} />
      {facts.some(Boolean) && <p className="text-sm text-muted">{facts.filter(Boolean).join(", ")}</p>}
      {unpaid > 0 && <Note>Закроются неоплаченными: {unpaid}</Note>}
      <BulkOrders items={items} isUndo={isUndo} />
    </>
  );
};

const Report = ({ actor }: { actor: BulkActor }) => {
  const { items, isUndo } = useSelector(actor, ({ context }) => context);
  return (
    <>
      <p role="status" className="font-semibold">
        {reportText(countSteps(items), isUndo)}
      </p>
      <Target actor={actor} />
      <BulkOrders items={items} isUndo={isUndo} />
    </>
  );
};

const Body = ({ actor }: { actor: BulkActor }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { kind, failure } = state.context;
  const isBroken = state.matches("unloaded") || state.matches("unplanned");
  if (state.matches("running") || state.matches("journalling") || state.matches("settling"))
    return <Progress actor={actor} />;
  if (state.matches("loading")) return <Waiting text="Узнаём, кто из курьеров работает" />;
  if (state.matches("planning")) return <Waiting text="Проверяем заказы" />;
  if (state.matches("choosing"))
    return kind === "status" ? <StatusChoice actor={actor} /> : <CourierChoice actor={actor} />;
  if (state.matches("explaining")) return <ReasonField actor={actor} />;
  if (isBroken) return <ErrorBox message={failureText(failure)} />;
  if (state.matches("reported")) return <Report actor={actor} />;
  return (
    <>
      {state.matches("interrupted") && <Note>Изменение прервалось. Что успело записаться, останется записанным.</Note>}
      <Plan actor={actor} />
    </>
  );
};

const Actions = ({ actor, onClose }: { actor: BulkActor; onClose: () => void }) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { items, isUndo, isStopped } = state.context;
  const { planned, queued, changed } = countSteps(items);
  const count = planned + queued;
  const close = <Button onClick={onClose}>{state.matches("reported") ? "Закрыть" : "Отмена"}</Button>;
  const confirm = () => actor.send({ type: "plan.confirm" });
  const isConfirmable = state.can({ type: "plan.confirm" });
  useCommands([
    {
      title: "Изменить заказы",
      keys: "Ctrl+Enter",
      scope: "dialog",
      why: isConfirmable ? undefined : "Менять нечего",
      run: confirm,
    },
  ]);
  if (state.matches("running"))
    return (
      <Button
        data-autofocus
        why={isStopped && "Ждём ответов на уже отправленное"}
        onClick={() => actor.send({ type: "run.stop" })}
      >
        Остановить
      </Button>
    );
  if (state.matches("interrupted"))
    return (
      <>
        <Button onClick={() => actor.send({ type: "run.stop" })}>Не продолжать</Button>
        <Button kind="primary" data-autofocus onClick={() => actor.send({ type: "run.resume" })}>
          Продолжить
        </Button>
      </>
    );
  if (state.matches("unloaded") || state.matches("unplanned"))
    return (
      <>
        {close}
        <Button kind="primary" data-autofocus onClick={() => actor.send({ type: "bulk.retry" })}>
          Повторить
        </Button>
      </>
    );
  if (state.matches("explaining"))
    return (
      <>
        <Button onClick={() => actor.send({ type: "bulk.back" })}>Назад</Button>
        {close}
        <Button
          kind="primary"
          why={!state.can({ type: "reason.submit" }) && "Укажите причину"}
          onClick={() => actor.send({ type: "reason.submit" })}
        >
          Проверить заказы
        </Button>
      </>
    );
  if (state.matches("confirming"))
    return (
      <>
        {state.can({ type: "bulk.back" }) && <Button onClick={() => actor.send({ type: "bulk.back" })}>Назад</Button>}
        {close}
        <Button
          kind="primary"
          data-autofocus
          why={!isConfirmable && "Менять нечего"}
          title="Ctrl+Enter"
          onClick={confirm}
        >
          {isUndo ? "Вернуть" : "Изменить"} {count} из {items.length}
        </Button>
      </>
    );
  if (state.matches("reported"))
    return (
      <>
        {state.can({ type: "undo.start", reason: UNDO_REASON }) && (
          <Button onClick={() => actor.send({ type: "undo.start", reason: UNDO_REASON })}>
            Отменить изменённые ({changed})
          </Button>
        )}
        {state.can({ type: "failures.retry" }) && (
          <Button onClick={() => actor.send({ type: "failures.retry" })}>
            Повторить неудачные ({countRetriable(items, isUndo)})
          </Button>
        )}
        <Button kind="primary" data-autofocus onClick={onClose}>
          Закрыть
        </Button>
      </>
    );
  return state.can({ type: "bulk.close" }) && close;
};

/**
 * Dialog that changes the status or the courier of the selected orders: choice, plan, confirmation, progress and report
 * (areas, section 13).
 */
export const BulkDialog = ({ actor }: { actor: BulkActor }) => {
  const { kind, isUndo, items } = useSelector(actor, ({ context }) => context);
  // The machine ignores `bulk.close` during a run. The dialog therefore stays open until the user closes the report of
  // the run.
  const close = () => actor.send({ type: "bulk.close" });
  return (
    <Dialog
      title={bulkTitle(kind, isUndo, items.length)}
      size="medium"
      onClose={close}
      actions={<Actions actor={actor} onClose={close} />}
    >
      <div className="grid gap-3">
        <Body actor={actor} />
      </div>
    </Dialog>
  );
};
