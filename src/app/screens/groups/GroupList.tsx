import { type GroupRow, groupDirectory } from "#machines/directory/descriptors/groups.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import { useAdminPermissions } from "../../directory/directoryPermissions.ts";
import type { ListColumn, RowCommandTexts, RowLink } from "../../directory/listParts.ts";
import { editLink, removeLabel, viewLabel } from "../../directory/rowActions.tsx";
import { useReasonNotToEditGroups } from "./useReasonNotToEditGroups.ts";

const columns: readonly ListColumn<GroupRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Компании", cell: ({ companies }) => companies.map(({ name }) => name).join(", ") || "нет" },
];

/** List of the company groups that contain a company of the user. System administrators see all groups. */
export const GroupList = () => {
  const reason = useReasonNotToEditGroups();
  const links: readonly RowLink<GroupRow>[] = [
    { ...viewLabel, href: ({ id }) => `/CompanyGroup/${id}` },
    editLink("/CompanyGroup"),
  ];
  const remove: RowCommandTexts<GroupRow> = {
    ...removeLabel,
    why: ({ companies }) => companies.length > 0 && "В группе есть компании: сначала уберите их",
    title: ({ name }) => `Удалить группу «${name}»?`,
    question: () => "Уверены, что хотите удалить группу?",
    done: ({ name }) => `Группа «${name}» удалена`,
  };
  return (
    <DirectoryList
      descriptor={groupDirectory}
      scope={undefined}
      permissions={useAdminPermissions()}
      title="Группы компаний"
      add={{ label: "Добавить группу", href: "/CompanyGroup/New" }}
      columns={columns}
      open={({ id }) => `/CompanyGroup/${id}`}
      links={links}
      commands={{ remove }}
      empty={
        reason
          ? "Ваши компании не входят в группы. Группу с общим каталогом составляет администратор системы."
          : "Групп пока нет. Добавьте первую: у её компаний будет общий каталог."
      }
    />
  );
};
