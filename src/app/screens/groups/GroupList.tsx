import { Eye } from "lucide-react";
import { type GroupRow, groups } from "#machines/resources/groups.ts";
import type { Column, RowCommandWords, RowLink } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removing } from "../../resource/rowActions.tsx";
import { useWhyNotAdmin } from "./useWhyNotAdmin.ts";

const columns: readonly Column<GroupRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Компании", cell: ({ companies }) => companies.map(({ name }) => name).join(", ") || "нет" },
];

/** The company groups of the user's companies; for the administrator of the system all of them. */
export const GroupList = () => {
  const whyNot = useWhyNotAdmin();
  const links: readonly RowLink<GroupRow>[] = [
    { label: "Просмотр", icon: <Eye size={16} aria-hidden />, href: ({ id }) => `/CompanyGroup/${id}` },
    editLink("/CompanyGroup", whyNot),
  ];
  const remove: RowCommandWords<GroupRow> = {
    ...removing,
    why: ({ companies }) => whyNot ?? (companies.length > 0 && "В группе есть компании: сначала уберите их"),
    title: ({ name }) => `Удалить группу «${name}»?`,
    question: () => "Уверены, что хотите удалить группу?",
    done: ({ name }) => `Группа «${name}» удалена`,
  };
  return (
    <ResourceList
      resource={groups}
      scope={undefined}
      title="Группы компаний"
      add={{ label: "Добавить группу", href: "/CompanyGroup/New", why: whyNot }}
      columns={columns}
      open={({ id }) => `/CompanyGroup/${id}`}
      links={links}
      commands={{ remove }}
      empty={
        whyNot
          ? "Ваши компании не входят в группы. Группу с общим каталогом составляет администратор системы."
          : "Групп пока нет. Добавьте первую: у её компаний будет общий каталог."
      }
    />
  );
};
