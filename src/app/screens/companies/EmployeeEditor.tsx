import { useState } from "react";
import { maxLength, minLength, nonEmpty, object, pipe, regex, string, trim } from "valibot";
import { employeeEditor } from "#machines/directory/descriptors/employees.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useServices } from "../../services/context.ts";
import { useOneTimeSecrets } from "../../shared/useOneTimeSecret.ts";
import { Field } from "../../ui/Field.tsx";

const schema = object({
  userName: pipe(
    string(),
    trim(),
    minLength(3, "Не короче 3 знаков"),
    maxLength(100, "Не больше 100 знаков"),
    regex(/^[\p{L}\p{N}._@+-]+$/u, "Только буквы, цифры и знаки . _ @ + -"),
  ),
  alias: pipe(string(), maxLength(100, "Не больше 100 знаков")),
  roleId: pipe(string(), nonEmpty("Выберите роль")),
});

/** Form that invites a user to a company or changes a user's role. After an invitation the invitation link is shown. */
export const EmployeeEditor = ({ companyId, userId }: { companyId: number; userId?: number }) => {
  const { shell, user } = useServices();
  const secrets = useOneTimeSecrets();
  const [descriptor] = useState(() =>
    employeeEditor((path) => secrets.issue({ kind: "passwordLink", holder: "" }, path)),
  );
  const isNew = userId === undefined;
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={{ companyId }}
      id={userId}
      title={isNew ? "Новый сотрудник" : "Роль сотрудника"}
      schema={schema}
      returnTo={`/Company/${companyId}/Employee`}
      doubtText="Сервер не ответил как надо: приглашение могло отправиться. Если сотрудник уже в списке, ссылку даст кнопка «Новая ссылка»."
      missingText="Этот сотрудник уже не работает в компании."
      refusedTitle="Действие запрещено"
      onSaved={() => {
        if (userId === user.id) shell.send({ type: "shell.reload" });
      }}
    >
      {({ register, formState: { errors }, getValues }, roles) => (
        <>
          <Field
            label="Имя пользователя или почта"
            isRequired={isNew}
            error={errors.userName?.message}
            hint={isNew && "Вы получите ссылку. По ней сотрудник примет приглашение, а новый ещё и задаст пароль"}
          >
            {(control) => (
              <input {...control} {...register("userName")} readOnly={!isNew} autoComplete="off" className="field" />
            )}
          </Field>
          <Field label="Как зовут" error={errors.alias?.message} hint={isNew && "Для нового пользователя"}>
            {(control) => (
              <input {...control} {...register("alias")} readOnly={!isNew} autoComplete="off" className="field" />
            )}
          </Field>
          <Field
            label="Роль"
            isRequired
            error={errors.roleId?.message}
            hint="Здесь роли, в которых не больше прав, чем у вас"
          >
            {(control) => (
              <select {...control} {...register("roleId")} className="field">
                {roles.every(({ id }) => String(id) !== getValues("roleId")) && (
                  <option value={getValues("roleId")}>{isNew ? "Выберите роль" : "Нынешняя роль"}</option>
                )}
                {roles.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </DirectoryEditor>
  );
};
