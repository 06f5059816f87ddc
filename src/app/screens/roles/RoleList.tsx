import { Eye } from "lucide-react";
import { type RoleRow, roleDirectory } from "#machines/directory/descriptors/roles.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { RowCommandTexts, RowLink, TableColumn } from "../../directory/listParts.ts";
import { editLabel, removeLabel } from "../../directory/rowActions.tsx";
import { reasonNotToEditRole, roleName, rolesPath, useReasonNotToEditRoles } from "./roleParts.ts";

const columns: readonly TableColumn<RoleRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Название", cell: ({ name }) => roleName(name), narrow: "lead" },
  { head: "Public", cell: ({ isPublic }) => (isPublic ? "да" : "нет") },
];

const companyColumn: TableColumn<RoleRow> = { head: "Компания", cell: ({ companyName }) => companyName ?? "—" };
const usersColumn: TableColumn<RoleRow> = {
  head: "Сотрудников",
  cell: ({ userCount }) => userCount ?? "",
  align: "right",
};

const reasonNotToRemove = ({ userCount }: RoleRow) =>
  (userCount ?? 0) > 0 && "Роль назначена сотрудникам: сначала дайте им другую";

/** List of a company's roles, or of all roles if `companyId` is undefined (platform, section 2). */
export const RoleList = ({ companyId }: { companyId: number | undefined }) => {
  const path = rolesPath(companyId);
  const reason = useReasonNotToEditRoles(companyId);
  const reasonNotToEdit = ({ isPublic }: RoleRow) => reasonNotToEditRole(isPublic, companyId) || reason;
  const links: readonly RowLink<RoleRow>[] = [
    { label: "Просмотр", icon: <Eye size={16} aria-hidden />, href: ({ id }) => `${path}/${id}` },
    { ...editLabel, href: ({ id }) => `${path}/${id}/Edit`, why: reasonNotToEdit },
  ];
  const remove: RowCommandTexts<RoleRow> = {
    ...removeLabel,
    why: (row) => reasonNotToEdit(row) || reasonNotToRemove(row),
    title: () => "Удалить Роль?",
    question: ({ name }) => (
      <>
        Уверены,что хотите удалить роль?
        <b className="mt-1 block">{roleName(name)}</b>
      </>
    ),
    done: ({ name }) => `Роль «${roleName(name)}» удалена`,
  };
  return (
    <DirectoryList
      descriptor={roleDirectory}
      scope={companyId === undefined ? {} : { companyId }}
      title="Все роли компании"
      add={{ label: "Добавить роль", href: `${path}/New`, why: reason }}
      columns={companyId === undefined ? [...columns, companyColumn, usersColumn] : [...columns, usersColumn]}
      open={({ id }) => `${path}/${id}`}
      links={links}
      commands={{ remove }}
      empty="Ролей пока нет. Добавьте первую: она скажет, кому что можно."
    />
  );
};
