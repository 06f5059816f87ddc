import { useEffect } from "react";
import { maxLength, nonEmpty, object, pipe, string, trim } from "valibot";
import { formatDateTime } from "#domain/format.ts";
import { accountEditor } from "#machines/directory/descriptors/accounts.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useCurrentCompanyId } from "../../routing/currentCompany.ts";
import { useServices, useTimeZone } from "../../services/context.ts";
import { RECORD, readRecord } from "../../session/storage.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountLinks } from "./AccountLinks.tsx";
import { OverridePinForm } from "./OverridePinForm.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ThemeChoice } from "./ThemeChoice.tsx";
import { TwoFactor } from "./TwoFactor.tsx";

/**
 * Component without content that copies a changed name into the stored session. The top bar reads the name from the
 * stored session at the next page load.
 */
const StoredName = ({ name }: { name: string }) => {
  useEffect(() => {
    const record = readRecord();
    if (record && record.userName !== name) localStorage.setItem(RECORD, JSON.stringify({ ...record, userName: name }));
  }, [name]);
  return null;
};

const schema = object({
  alias: pipe(string(), trim(), nonEmpty("Введите имя."), maxLength(100, "Не больше 100 знаков.")),
});

/**
 * Profile of a user (platform, section 2). The forms for the password, the override PIN, two-factor authentication and
 * the theme are shown only in the user's own profile.
 */
export const Account = ({ userId }: { userId: number }) => {
  const { user } = useServices();
  const timeZone = useTimeZone(useCurrentCompanyId());
  const isOwn = user.id === userId;
  return (
    <>
      <AccountLinks userId={userId} />
      <DirectoryEditor
        descriptor={accountEditor}
        scope={{ userId }}
        id={userId}
        title={isOwn ? "Мой профиль" : `Профиль пользователя ${userId}`}
        schema={schema}
        returnTo={`/Account/${userId}`}
      >
        {({ register, formState: { errors } }, account) => (
          <div className="card grid gap-3">
            {isOwn && <StoredName name={account.alias} />}
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              <dt className="text-muted">Имя для входа</dt>
              <dd>{account.userName}</dd>
              <dt className="text-muted">Последнее подключение</dt>
              <dd>{account.lastConnect ? formatDateTime(account.lastConnect, timeZone) : "ещё не входил"}</dd>
              {account.roles === "Admin" && (
                <>
                  <dt className="text-muted">Роль</dt>
                  <dd>Администратор системы</dd>
                </>
              )}
            </dl>
            <Field
              label="Имя, которое видят коллеги"
              hint={isOwn && "Наверху страницы новое имя появится после её перезагрузки."}
              error={errors.alias?.message}
              isRequired
              className="max-w-md"
            >
              {(control) => <input {...control} {...register("alias")} autoComplete="name" className="field" />}
            </Field>
          </div>
        )}
      </DirectoryEditor>
      <div className="mt-4 grid gap-4">
        {isOwn && <PasswordForm userId={userId} />}
        {isOwn && <OverridePinForm userId={userId} />}
        {isOwn && <TwoFactor userId={userId} />}
        {isOwn && <ThemeChoice />}
      </div>
    </>
  );
};
