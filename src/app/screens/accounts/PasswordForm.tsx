import { useSelector } from "@xstate/react";
import { type FormEvent, useRef, useState } from "react";
import { PASSWORD_LENGTH, passwordProblem } from "#domain/password.ts";
import { passwordChangeActors } from "#machines/accounts/passwordChange.actors.ts";
import { secretChangeMachine } from "#machines/accounts/secretChange.machine.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";

const fields = [
  { name: "currentPassword", label: "Текущий пароль", autoComplete: "current-password", hint: undefined },
  {
    name: "newPassword",
    label: "Новый пароль",
    autoComplete: "new-password",
    hint: `Не короче ${PASSWORD_LENGTH.min} знаков и не имя пользователя`,
  },
  { name: "repeat", label: "Новый пароль ещё раз", autoComplete: "new-password", hint: undefined },
] as const;

type Name = (typeof fields)[number]["name"];
type Errors = Readonly<Partial<Record<Name, string>>>;

const textOf = (form: HTMLFormElement | null, name: Name): string =>
  form ? String(new FormData(form).get(name) ?? "") : "";

const fieldErrorsOf = (form: HTMLFormElement): Errors => {
  const current = textOf(form, "currentPassword");
  const password = textOf(form, "newPassword");
  const problem = passwordProblem(password);
  return {
    ...(current === "" && { currentPassword: "Введите текущий пароль." }),
    ...(problem !== undefined && { newPassword: problem }),
    ...(password !== textOf(form, "repeat") && { repeat: "Пароли не совпадают." }),
  };
};

/** Form that changes the password. The passwords are only in the DOM fields and are read when the form is submitted. */
export const PasswordForm = ({ userId }: { userId: number }) => {
  const { api } = useServices();
  const form = useRef<HTMLFormElement>(null);
  const change = useProvidedActor(secretChangeMachine, () =>
    passwordChangeActors(api, userId, () => ({
      currentPassword: textOf(form.current, "currentPassword"),
      newPassword: textOf(form.current, "newPassword"),
    })),
  );
  const state = useSelector(change, (snapshot) => snapshot);
  const [fieldErrors, setFieldErrors] = useState<Errors>({});
  const errors: Errors = { ...state.context.failure?.errors, ...fieldErrors };
  const isBusy = state.hasTag("busy");
  useEmitted(change, {
    "secret.changed": () => {
      form.current?.reset();
      toast("Пароль изменён, другие сессии завершены");
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const errorsNow = fieldErrorsOf(event.currentTarget);
    setFieldErrors(errorsNow);
    const first = fields.find(({ name }) => errorsNow[name] !== undefined);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first.name}]`)?.focus();
    else change.send({ type: "secret.submit" });
  };
  const edit = () => {
    setFieldErrors({});
    change.send({ type: "secret.edit" });
  };
  return (
    <form ref={form} noValidate className="card grid max-w-3xl gap-3" onSubmit={submit} onChange={edit}>
      <h2 className="text-base font-semibold">Смена пароля</h2>
      {state.context.failure && <ErrorBox message={failureText(state.context.failure)} />}
      {fields.map(({ name, label, autoComplete, hint }) => (
        <Field key={name} label={label} error={errors[name]} hint={hint} isRequired className="max-w-md">
          {(control) => (
            <input
              {...control}
              name={name}
              type="password"
              autoComplete={autoComplete}
              maxLength={PASSWORD_LENGTH.max}
              className="field"
            />
          )}
        </Field>
      ))}
      <p className="text-xs text-muted">После смены пароля все другие ваши сессии завершатся.</p>
      <div>
        <Button kind="primary" type="submit" why={isBusy && "Сохраняется"}>
          Сменить пароль
        </Button>
      </div>
    </form>
  );
};
