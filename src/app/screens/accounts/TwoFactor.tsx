import { useSelector } from "@xstate/react";
import { type FormEvent, type RefObject, Suspense, useRef, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { twoFactorActors } from "#machines/accounts/twoFactor.actors.ts";
import { twoFactorMachine } from "#machines/accounts/twoFactor.machine.ts";
import { useServices } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Field } from "../../ui/Field.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toast } from "../../ui/toast.ts";

const textOf = (form: HTMLFormElement | null, name: string): string =>
  form ? String(new FormData(form).get(name) ?? "") : "";

const groupsOfFour = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(" ");

const Secret = ({ secret: { secret, uri } }: { secret: Schemas["TwoFactorSecret"] }) => (
  <div className="flex flex-wrap items-start gap-4">
    <Suspense fallback={<Spinner />}>
      <QrCode text={uri} label="QR-код для приложения" />
    </Suspense>
    <div className="grid min-w-0 flex-1 basis-60 gap-2 text-sm">
      <p>Отсканируйте код приложением: Яндекс Ключ, Google Authenticator или другим.</p>
      <p>
        Или введите ключ вручную: <code className="block font-semibold wrap-anywhere">{groupsOfFour(secret)}</code>
      </p>
      <a href={uri} className="text-accent hover:underline">
        Открыть в приложении на этом устройстве
      </a>
    </div>
  </div>
);

const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <>
    <p className="text-sm">
      Вход по коду включён. Сохраните резервные коды: каждый заменяет код из приложения один раз. Больше они показаны не
      будут.
    </p>
    <ol aria-label="Резервные коды" className="grid max-w-md gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
    <div className="flex flex-wrap gap-2">
      <Button
        onClick={() =>
          navigator.clipboard.writeText(codes.join("\n")).then(
            () => toast("Коды скопированы"),
            () => toast("Браузер не дал скопировать. Выделите коды и нажмите Ctrl+C."),
          )
        }
      >
        Скопировать
      </Button>
      <Button kind="primary" onClick={onClose}>
        Коды сохранены
      </Button>
    </div>
  </>
);

interface ConfirmationProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly errors: Readonly<Record<string, string>>;
  readonly label: string;
  readonly codeHint: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

const Confirmation = ({ form, errors, label, codeHint, isBusy, onSubmit, onEdit, onCancel }: ConfirmationProps) => {
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const shown = { ...errors, ...missing };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const empty = ["password", "code"].filter((name) => textOf(event.currentTarget, name).trim() === "");
    setMissing(Object.fromEntries(empty.map((name) => [name, "Заполните это поле."])));
    if (empty[0]) event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus();
    else onSubmit();
  };
  const edit = () => {
    setMissing({});
    onEdit();
  };
  return (
    <form ref={form} noValidate className="grid gap-3" onSubmit={submit} onChange={edit}>
      <Field label="Пароль" error={shown["password"]} isRequired className="max-w-md">
        {(control) => (
          <input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={200}
            className="field"
          />
        )}
      </Field>
      <Field label="Код" error={shown["code"]} hint={codeHint} isRequired className="max-w-md">
        {(control) => <input {...control} name="code" autoComplete="one-time-code" maxLength={40} className="field" />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" why={isBusy && "Проверяем"}>
          {label}
        </Button>
        <Button why={isBusy && "Проверяем"} onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  );
};

/**
 * Card in which users enable or disable two-factor authentication, hidden if the server does not offer it. Secrets
 * are not in the machine's context, because the inspector shows the context.
 */
export const TwoFactor = ({ userId }: { userId: number }) => {
  const { api } = useServices();
  const form = useRef<HTMLFormElement>(null);
  const [secret, setSecret] = useState<Schemas["TwoFactorSecret"]>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const actor = useProvidedActor(twoFactorMachine, () =>
    twoFactorActors({
      api,
      userId,
      read: () => ({ password: textOf(form.current, "password"), code: textOf(form.current, "code").trim() }),
      showSecret: setSecret,
      showCodes: (shown) => {
        setSecret(undefined);
        setCodes(shown);
      },
    }),
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  useEmitted(actor, { "twoFactor.disabled": () => toast("Вход по коду отключён") });
  const { status, failure } = state.context;
  if (failure?.kind === "notOffered") return null;
  const isBusy = state.hasTag("busy");
  const isIn = (...names: readonly string[]) => names.includes(String(state.value));
  const confirmation = {
    form,
    errors: failure?.errors ?? {},
    isBusy,
    onSubmit: () => actor.send({ type: "twoFactor.submit" }),
    onEdit: () => actor.send({ type: "twoFactor.edit" }),
    onCancel: () => {
      setSecret(undefined);
      actor.send({ type: "twoFactor.cancel" });
    },
  };
  const hasFieldErrors = Object.keys(failure?.errors ?? {}).length > 0;
  return (
    <section aria-label="Вход по коду" className="card grid max-w-3xl gap-3">
      <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
        Вход по коду
        {isIn("on", "leaving", "disabling") && <Badge colour="green">Включён</Badge>}
      </h2>
      {failure && !hasFieldErrors && <ErrorBox message={failureText(failure)} />}
      {isIn("loading") && <Spinner />}
      {isIn("failed") && (
        <div>
          <Button onClick={() => actor.send({ type: "twoFactor.retry" })}>Повторить</Button>
        </div>
      )}
      {isIn("off", "starting") && (
        <>
          <p className="text-sm">
            Кроме пароля, при входе нужен код из приложения на телефоне. Чужой с вашим паролем не войдёт.
          </p>
          <div>
            <Button kind="primary" why={isBusy && "Готовим"} onClick={() => actor.send({ type: "twoFactor.begin" })}>
              Включить
            </Button>
          </div>
        </>
      )}
      {isIn("confirming", "enabling") && (
        <>
          {secret && <Secret secret={secret} />}
          <Confirmation {...confirmation} label="Включить" codeHint="Шесть цифр, которые показывает приложение" />
        </>
      )}
      {isIn("showing") && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes([]);
            actor.send({ type: "twoFactor.close" });
          }}
        />
      )}
      {isIn("on") && status && (
        <>
          <p className="text-sm">
            Резервных кодов осталось: {status.recoveryCodesLeft}. Чтобы получить новые, отключите вход по коду и
            включите снова.
          </p>
          <div>
            <Button onClick={() => actor.send({ type: "twoFactor.disable" })}>Отключить</Button>
          </div>
        </>
      )}
      {isIn("leaving", "disabling") && (
        <Confirmation {...confirmation} label="Отключить" codeHint="Из приложения или резервный" />
      )}
    </section>
  );
};
