import { useSelector } from "@xstate/react";
import { FolderOpen, Settings } from "lucide-react";
import { useState } from "react";
import { type CompanyRow, companies } from "#machines/resources/companies.ts";
import { useServices } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editing, removing } from "../../resource/rowActions.tsx";
import { Badge } from "../../ui/Badge.tsx";

/** 'Все компании' (platform, section 2). */
export const CompanyList = () => {
  const { shell } = useServices();
  const held = useSelector(shell, ({ context }) => context.companies);
  const [resource] = useState(() => companies(() => shell.send({ type: "shell.reload" })));
  const whyNotEdit = ({ id }: CompanyRow) => {
    const permissions = held.find((company) => company.id === id)?.permissions;
    return permissions !== undefined && !permissions["company.edit"] && lacks("company.edit");
  };
  return (
    <ResourceList
      resource={resource}
      scope={undefined}
      title="Все компании"
      add={{ label: "Добавить компанию", href: "/Company/New" }}
      columns={[
        { head: "Id", cell: ({ id }) => id },
        { head: "Название", cell: ({ name }) => name, narrow: "lead" },
        {
          head: "Активность",
          cell: ({ isActive }) => (
            <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Активна" : "Не активна"}</Badge>
          ),
        },
        { head: "Главный пользователь", cell: ({ userName }) => userName ?? "—" },
      ]}
      open={({ id }) => `/Company/${id}`}
      links={[
        {
          label: "Управление",
          icon: <Settings size={16} aria-hidden />,
          href: ({ id }) => `/Company/${id}/Operations`,
        },
        { label: "Открыть", icon: <FolderOpen size={16} aria-hidden />, href: ({ id }) => `/Company/${id}` },
        {
          ...editing,
          href: ({ id }) => `/Company/${id}/Edit`,
          why: whyNotEdit,
        },
      ]}
      commands={{
        remove: {
          ...removing,
          title: ({ id }) => `Удалить компанию № ${id}?`,
          question: ({ name }) =>
            `Уверены, что хотите удалить компанию «${name}»? Открыть её больше не сможет никто; её заказы и оплаты останутся в учёте.`,
          done: ({ name }) => `Компания «${name}» удалена`,
          why: whyNotEdit,
        },
      }}
      empty="Компаний пока нет. Добавьте первую — вы станете её администратором."
    />
  );
};
