import { Eye } from "lucide-react";
import { type RoleRow, roles } from "#machines/resources/roles.ts";
import type { Column, RowCommandWords, RowLink } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editing, removing } from "../../resource/rowActions.tsx";
import { roleName, rolesPath, useWhyNotRoles, whyFixed } from "./rolePlace.ts";

const columns: readonly Column<RoleRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Название", cell: ({ name }) => roleName(name), narrow: "lead" },
  { head: "Public", cell: ({ isPublic }) => (isPublic ? "да" : "нет") },
];

const companyColumn: Column<RoleRow> = { head: "Компания", cell: ({ companyName }) => companyName ?? "—" };
const usersColumn: Column<RoleRow> = { head: "Сотрудников", cell: ({ userCount }) => userCount ?? "", align: "right" };

const held = ({ userCount }: RoleRow) => userCount > 0 && "Роль назначена сотрудникам: сначала дайте им другую";

/** The roles of a company, or of the whole system where there is none (platform, section 2). */
export const RoleList = ({ companyId }: { companyId: number | undefined }) => {
  const path = rolesPath(companyId);
  const lacking = useWhyNotRoles(companyId);
  const fixed = ({ isPublic }: RoleRow) => whyFixed(isPublic, companyId) || lacking;
  const links: readonly RowLink<RoleRow>[] = [
    { label: "Просмотр", icon: <Eye size={16} aria-hidden />, href: ({ id }) => `${path}/${id}` },
    { ...editing, href: ({ id }) => `${path}/${id}/Edit`, why: fixed },
  ];
  const remove: RowCommandWords<RoleRow> = {
    ...removing,
    why: (row) => fixed(row) || held(row),
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
    <ResourceList
      resource={roles}
      scope={companyId === undefined ? {} : { companyId }}
      title="Все роли компании"
      add={{ label: "Добавить роль", href: `${path}/New`, why: lacking }}
      columns={companyId === undefined ? [...columns, companyColumn, usersColumn] : [...columns, usersColumn]}
      open={({ id }) => `${path}/${id}`}
      links={links}
      commands={{ remove }}
      empty="Ролей пока нет. Добавьте первую: она скажет, кому что можно."
    />
  );
};
