import { KeyRound, Pencil, UserMinus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { type EmployeeRow, employees } from "#machines/resources/employees.ts";
import { usePermissions, useServices } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { LinkOnce } from "../accounts/LinkOnce.tsx";
import { forgetLink, revealLink, useRevealedLink } from "./employeeLink.ts";

const stateOf = ({ isActive, hasPassword }: EmployeeRow) => {
  if (!isActive) return <Badge colour="red">Заблокирован</Badge>;
  return hasPassword ? <Badge colour="green">Работает</Badge> : <Badge colour="yellow">Ещё не задал пароль</Badge>;
};

/** Users of a company with their roles: add, change the role, remove. */
export const EmployeeList = ({ companyId }: { companyId: number }) => {
  const { shell, user } = useServices();
  const [, navigate] = useLocation();
  const may = usePermissions(companyId);
  const link = useRevealedLink();
  const [resource] = useState(() =>
    employees({
      reveal: revealLink,
      removed: (userId) => {
        if (userId !== user.id) return;
        shell.send({ type: "shell.reload" });
        navigate("/");
      },
    }),
  );
  const whyNot = () => !may("user.manage") && lacks("user.manage");
  const isMe = ({ id }: EmployeeRow) => id === user.id;
  return (
    <>
      <ResourceList
        resource={resource}
        scope={{ companyId }}
        title="Сотрудники"
        add={{ label: "Добавить сотрудника", href: `/Company/${companyId}/Employee/New`, why: whyNot() }}
        columns={[
          {
            head: "Имя",
            cell: (row) => (
              <>
                {row.alias}
                {isMe(row) && <span className="text-muted"> — вы</span>}
              </>
            ),
            narrow: "lead",
          },
          { head: "Имя для входа", cell: ({ userName }) => userName },
          { head: "Роль", cell: ({ roleName }) => roleName },
          { head: "Состояние", cell: stateOf },
        ]}
        links={[
          {
            label: "Изменить роль",
            icon: <Pencil size={16} aria-hidden />,
            href: ({ id }) => `/Company/${companyId}/Employee/${id}/Edit`,
            why: whyNot,
          },
        ]}
        commands={{
          renewLink: {
            label: "Новая ссылка для пароля",
            icon: <KeyRound size={16} aria-hidden />,
            title: ({ alias }) => `Дать новую ссылку: ${alias}?`,
            question: () => "Ссылка работает один раз и сутки. Кто её откроет, тот и задаст пароль.",
            done: () => "Ссылка готова",
            isFor: ({ hasPassword, isActive }) => !hasPassword && isActive,
            why: whyNot,
          },
          remove: {
            label: "Убрать из компании",
            icon: <UserMinus size={16} aria-hidden />,
            title: (row) => (isMe(row) ? "Уйти из компании?" : `Убрать из компании: ${row.alias}?`),
            question: (row) =>
              isMe(row)
                ? "Вы убираете из компании самого себя: она сразу закроется для вас, и вернуть вас сможет только другой администратор."
                : "Компания сразу закроется для сотрудника. Его заказы и оплаты останутся.",
            done: (row) =>
              isMe(row) ? "Вы больше не работаете в компании" : `${row.alias} больше не работает в компании`,
            why: whyNot,
          },
        }}
        empty="Сотрудников пока нет."
      />
      {link && <LinkOnce path={link} title="Ссылка для нового сотрудника" onClose={forgetLink} />}
    </>
  );
};
