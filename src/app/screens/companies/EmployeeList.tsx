import { KeyRound, Pencil, UserMinus } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type EmployeeRow, employeeDirectory } from "#machines/directory/descriptors/employees.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import { useServices } from "../../services/context.ts";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { readIdParameter } from "../../shared/readIdParameter.ts";
import { useOneTimeSecret, useOneTimeSecrets } from "../../shared/useOneTimeSecret.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { Note } from "../../ui/Note.tsx";
import { PasswordLinkDialog } from "../accounts/PasswordLinkDialog.tsx";

const states = {
  invited: { title: "Приглашён", colour: "yellow" },
  blocked: { title: "Заблокирован", colour: "red" },
  withoutPassword: { title: "Ещё не задал пароль", colour: "yellow" },
  working: { title: "Работает", colour: "green" },
} as const;

const stateOf = ({ isActive, hasPassword, isInvited }: EmployeeRow) => {
  if (isInvited) return states.invited;
  if (!isActive) return states.blocked;
  return hasPassword ? states.working : states.withoutPassword;
};

const State = ({ row }: { row: EmployeeRow }) => {
  const { title, colour } = stateOf(row);
  return <Badge colour={colour}>{title}</Badge>;
};

/** Hint that a filter is active: the list shows only the users with one role. */
const RoleNote = ({ rows, roleId, href }: { rows: readonly EmployeeRow[]; roleId: number; href: string }) => {
  const role = rows.find((row) => row.roleId === roleId)?.roleName;
  return (
    <Note tone="info">
      {role === undefined ? "С этой ролью никого нет." : `Только с ролью «${role}».`}
      <Link href={href} className="underline">
        Показать всех
      </Link>
    </Note>
  );
};

/**
 * List of a company's users with their roles. With the parameter `role` in the query string, only the users with this
 * role are listed.
 */
export const EmployeeList = ({ companyId }: { companyId: number }) => {
  const { shell, user } = useServices();
  const secrets = useOneTimeSecrets();
  const [, navigate] = useLocation();
  const link = useOneTimeSecret("passwordLink");
  const [descriptor] = useState(() =>
    employeeDirectory({
      reveal: (path) => secrets.issue({ kind: "passwordLink", holder: "" }, path),
      removed: (userId) => {
        if (userId !== user.id) return;
        shell.send({ type: "shell.reload" });
        navigate("/");
      },
    }),
  );
  const canChange = useIsOffered("PUT /api/Company/{companyId}/User/{userId}");
  const path = `/Company/${companyId}/Employee`;
  const roleId = readIdParameter(useSearch(), "role");
  const isMe = ({ id }: EmployeeRow) => id === user.id;
  return (
    <>
      <DirectoryList
        descriptor={descriptor}
        scope={{ companyId }}
        title="Сотрудники"
        add={{ label: "Добавить сотрудника", href: `${path}/New` }}
        isShown={(row) => roleId === undefined || row.roleId === roleId}
        above={(rows) => roleId !== undefined && <RoleNote rows={rows} roleId={roleId} href={path} />}
        columns={[
          {
            head: "Имя",
            cell: (row) => (
              <>
                {row.alias}
                {isMe(row) && <span className="text-muted"> — вы</span>}
              </>
            ),
            value: ({ alias }) => alias,
            narrow: "lead",
          },
          { head: "Имя для входа", cell: ({ userName }) => userName },
          { head: "Роль", cell: ({ roleName }) => roleName },
          { head: "Состояние", cell: (row) => <State row={row} />, value: (row) => stateOf(row).title },
        ]}
        open={canChange ? ({ id }) => `${path}/${id}/Edit` : undefined}
        links={[
          {
            label: "Изменить роль",
            icon: <Pencil size={16} aria-hidden />,
            isRare: true,
            href: ({ id }) => `${path}/${id}/Edit`,
            isChange: true,
            isFor: () => canChange,
          },
        ]}
        commands={{
          renewLink: {
            label: "Новая ссылка",
            icon: <KeyRound size={16} aria-hidden />,
            title: ({ alias }) => `Дать новую ссылку: ${alias}?`,
            question: ({ isInvited }) =>
              isInvited
                ? "Прежняя ссылка перестанет работать. Новая действует 7 дней, передайте её самому сотруднику."
                : "Ссылка работает один раз и сутки. Кто её откроет, тот и задаст пароль.",
            done: () => "Ссылка готова",
          },
          withdraw: {
            label: "Отозвать приглашение",
            icon: <UserMinus size={16} aria-hidden />,
            isRare: true,
            title: ({ alias }) => `Отозвать приглашение: ${alias}?`,
            question: () => "Ссылка перестанет работать. Пригласить можно снова.",
            done: ({ alias }) => `Приглашение отозвано: ${alias}`,
          },
          remove: {
            label: "Убрать из компании",
            icon: <UserMinus size={16} aria-hidden />,
            isRare: true,
            title: (row) => (isMe(row) ? "Уйти из компании?" : `Убрать из компании: ${row.alias}?`),
            question: (row) =>
              isMe(row)
                ? "Вы убираете из компании самого себя: она сразу закроется для вас, и вернуть вас сможет только другой администратор."
                : "Компания сразу закроется для сотрудника. Его заказы и оплаты останутся.",
            done: (row) =>
              isMe(row) ? "Вы больше не работаете в компании" : `${row.alias} больше не работает в компании`,
          },
        }}
        empty="Сотрудников пока нет."
      />
      {link && <PasswordLinkDialog path={link.text} title="Ссылка для сотрудника" onClose={link.close} />}
    </>
  );
};
