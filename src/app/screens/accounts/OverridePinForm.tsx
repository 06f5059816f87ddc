import { useSelector } from "@xstate/react";
import { type FormEvent, useRef, useState } from "react";
import { isTrivialPin } from "#domain/overridePin.ts";
import { overridePinActors, overridePinQuery } from "#machines/accounts/overridePin.actors.ts";
import { secretChangeMachine } from "#machines/accounts/secretChange.machine.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";

const PIN_LENGTH = 6;

interface Errors {
  readonly pin?: string;
  readonly currentPassword?: string;
}

const fieldText = (form: HTMLFormElement | null, name: keyof Errors): string =>
  form ? String(new FormData(form).get(name) ?? "") : "";

const fieldErrorsOf = (form: HTMLFormElement): Errors => {
  const pin = fieldText(form, "pin");
  if (!/^\d{6}$/.test(pin)) return { pin: "Введите 6 цифр." };
  if (isTrivialPin(pin)) return { pin: "Такой код легко угадать. Придумайте другой." };
  return fieldText(form, "currentPassword") === "" ? { currentPassword: "Введите текущий пароль." } : {};
};

/**
 * Form of the override PIN. The PIN and the password are kept only in the DOM fields, so that the inspector does not
 * show them.
 */
const PinForm = ({ userId, isSet, onSaved }: { userId: number; isSet: boolean; onSaved: () => void }) => {
  const { api } = useServices();
  const form = useRef<HTMLFormElement>(null);
  const change = useProvidedActor(secretChangeMachine, () =>
    overridePinActors(api, userId, () => ({
      pin: fieldText(form.current, "pin"),
      currentPassword: fieldText(form.current, "currentPassword"),
    })),
  );
  const state = useSelector(change, (snapshot) => snapshot);
  const [fieldErrors, setFieldErrors] = useState<Errors>({});
  const { failure } = state.context;
  const errors: Errors = { ...failure?.errors, ...fieldErrors };
  const isBusy = state.hasTag("busy");
  useEmitted(change, {
    "secret.changed": () => {
      form.current?.reset();
      toast("Код менеджера сохранён");
      onSaved();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = fieldErrorsOf(event.currentTarget);
    setFieldErrors(found);
    const [first] = Object.keys(found);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else change.send({ type: "secret.submit" });
  };
  const edit = () => {
    setFieldErrors({});
    change.send({ type: "secret.edit" });
  };
  return (
    <form ref={form} noValidate className="card grid max-w-3xl gap-3" onSubmit={submit} onChange={edit}>
      <h2 className="text-base font-semibold">Код менеджера</h2>
      <p className="text-sm text-muted">
        {isSet ? "Код задан. " : "Кода ещё нет. "}
        Этим кодом вы разрешаете сотруднику действие, на которое у него нет права, прямо на его экране.
      </p>
      {failure && <ErrorBox message={failureText(failure)} />}
      <Field
        label={isSet ? "Новый код, 6 цифр" : "Код, 6 цифр"}
        error={errors.pin}
        hint="Не подряд и не одинаковые цифры"
        isRequired
      >
        {(control) => (
          <input
            {...control}
            name="pin"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_LENGTH}
            className="field max-w-40 [-webkit-text-security:disc]"
          />
        )}
      </Field>
      <Field label="Текущий пароль" error={errors.currentPassword} isRequired className="max-w-md">
        {(control) => (
          <input
            {...control}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            maxLength={200}
            className="field"
          />
        )}
      </Field>
      <div>
        <Button kind="primary" type="submit" why={isBusy && "Сохраняется"}>
          Сохранить код
        </Button>
      </div>
    </form>
  );
};

/** Card with the override PIN. It is shown only for a user who may allow actions of other users. */
export const OverridePinForm = ({ userId }: { userId: number }) => {
  const { shown, refresh } = useQuery(overridePinQuery, { userId });
  return shown?.answer.mayHave ? <PinForm userId={userId} isSet={shown.answer.isSet} onSaved={refresh} /> : null;
};
