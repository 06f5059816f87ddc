import { useSelector } from "@xstate/react";
import { type FormEvent, type RefObject, useEffect, useState } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { overrideMachine } from "#machines/overrides/override.machine.ts";
import type { OverrideManager } from "#machines/overrides/override.ts";
import { failureText } from "../services/failureText.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Field } from "../ui/Field.tsx";
import { Note } from "../ui/Note.tsx";
import { Spinner } from "../ui/Spinner.tsx";

type OverrideActor = ActorRefFrom<typeof overrideMachine>;
type OverrideSnapshot = SnapshotFrom<typeof overrideMachine>;

const PIN_LENGTH = 6;

const ManagerField = ({
  managers,
  value,
  onChange,
}: {
  managers: readonly OverrideManager[];
  value: number;
  onChange: (id: number) => void;
}) => (
  <Field label="Менеджер">
    {(control) => (
      <select {...control} className="field" value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {managers.map(({ id, alias }) => (
          <option key={id} value={id}>
            {alias}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface FormProps {
  readonly actor: OverrideActor;
  readonly state: OverrideSnapshot;
  readonly id: string;
  /** Field of the PIN. The PIN is only in the DOM field, so that neither the trail nor the inspector shows it. */
  readonly pin: RefObject<HTMLInputElement | null>;
}

const PinForm = ({ actor, state, id, pin }: FormProps) => {
  const managers = state.context.managers.filter(({ hasPin }) => hasPin);
  const [managerId, setManagerId] = useState(managers[0]?.id ?? 0);
  const [isShort, setShort] = useState(false);
  const { failure } = state.context;
  const isBusy = state.hasTag("busy");
  useEffect(() => pin.current?.focus(), [pin]);
  useEffect(() => {
    // A wrong PIN is cleared, because the manager has to type it again from the start.
    if (!failure?.errors["pin"] || !pin.current) return;
    pin.current.value = "";
    pin.current.focus();
  }, [failure, pin]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = pin.current?.value.length === PIN_LENGTH;
    setShort(!isComplete);
    if (isComplete && !isBusy) actor.send({ type: "pin.submit", managerId });
  };
  const edit = () => {
    setShort(false);
    actor.send({ type: "pin.edit" });
    const field = pin.current;
    if (field) field.value = field.value.replaceAll(/\D/g, "").slice(0, PIN_LENGTH);
  };
  return (
    <form id={id} noValidate className="grid gap-2" onSubmit={submit}>
      <ManagerField managers={managers} value={managerId} onChange={setManagerId} />
      <Field
        label="Код менеджера, 6 цифр"
        error={isShort ? "Введите 6 цифр." : failure?.errors["pin"]}
        hint="Код вводит сам менеджер"
      >
        {(control) => (
          <input
            {...control}
            ref={pin}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_LENGTH}
            className="field max-w-40 text-xl tracking-[0.4em] [-webkit-text-security:disc]"
            onChange={edit}
          />
        )}
      </Field>
    </form>
  );
};

const Waiting = () => (
  <p role="status" className="flex items-center gap-2">
    <Spinner />
    Ждём ответа менеджера. Он видит запрос в уведомлениях и на экране «Разрешения».
  </p>
);

const Asking = ({ actor, state, id, pin }: FormProps) => {
  const { managers, failure } = state.context;
  const hasOtherFailure = failure && !failure.errors["pin"];
  if (managers.length === 0) return <Note>В компании нет сотрудника, который может это разрешить.</Note>;
  return (
    <>
      {hasOtherFailure && <ErrorBox message={failureText(failure)} />}
      {managers.some(({ hasPin }) => hasPin) ? (
        <PinForm actor={actor} state={state} id={id} pin={pin} />
      ) : (
        <Note tone="info">
          Ни у кого из менеджеров нет кода. Отправьте запрос: менеджер ответит на своём устройстве.
        </Note>
      )}
    </>
  );
};

const Body = ({ actor, state, id, pin }: FormProps) => {
  const { failure, by } = state.context;
  if (state.matches("loading")) return <Spinner />;
  if (state.matches("waitingForAnswer") || state.matches("withdrawing")) return <Waiting />;
  if (state.matches("failed")) return <ErrorBox message={failureText(failure)} />;
  if (state.matches("locked")) return <ErrorBox title="Ввод кода закрыт" message={failureText(failure)} />;
  if (state.matches("refused")) return <ErrorBox title="Отказано" message={`${by ?? "Менеджер"}: не разрешено.`} />;
  if (state.matches("expired"))
    return <Note>За 3 минуты никто не ответил. Позовите менеджера или отправьте запрос ещё раз.</Note>;
  return <Asking actor={actor} state={state} id={id} pin={pin} />;
};

const Actions = ({ actor, state, id }: { actor: OverrideActor; state: OverrideSnapshot; id: string }) => {
  const { managers } = state.context;
  const isAsking = state.matches("asking") || state.matches("checkingPin") || state.matches("requesting");
  const why = state.hasTag("busy") && "Подождите";
  const mayRetry = state.can({ type: "override.retry" });
  const mayWithdraw = state.matches("waitingForAnswer") || state.matches("withdrawing");
  const hasPin = managers.some((manager) => manager.hasPin);
  return (
    <>
      <Button onClick={() => actor.send({ type: "override.cancel" })}>Отмена</Button>
      {mayWithdraw && (
        <Button why={why} onClick={() => actor.send({ type: "request.withdraw" })}>
          Ввести код
        </Button>
      )}
      {mayRetry && (
        <Button onClick={() => actor.send({ type: "override.retry" })}>
          {state.matches("failed") ? "Повторить" : "Назад"}
        </Button>
      )}
      {managers.length > 0 && (isAsking || state.can({ type: "request.send" })) && (
        <Button
          kind={isAsking && hasPin ? "plain" : "primary"}
          why={why}
          onClick={() => actor.send({ type: "request.send" })}
        >
          Спросить на устройстве
        </Button>
      )}
      {isAsking && hasPin && (
        <Button kind="primary" type="submit" form={id} why={why}>
          Разрешить
        </Button>
      )}
    </>
  );
};

const FORM = "override-form";

/** Dialog in which a manager allows a refused action, with a PIN or on their own device (areas, section 13). */
export const OverrideDialog = ({ actor, pin }: Pick<FormProps, "actor" | "pin">) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { summary, message } = state.context.refusal;
  return (
    <Dialog
      title="Нужно разрешение менеджера"
      size="medium"
      onClose={() => actor.send({ type: "override.cancel" })}
      actions={<Actions actor={actor} state={state} id={FORM} />}
    >
      <div className="grid gap-3">
        <div>
          <p className="font-semibold wrap-anywhere">{summary}</p>
          <p className="text-sm text-muted">{message}</p>
        </div>
        <Body actor={actor} state={state} id={FORM} pin={pin} />
      </div>
    </Dialog>
  );
};
