import { Copy } from "lucide-react";
import { type RoleRow, roleDirectory } from "#machines/directory/descriptors/roles.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn, RowCommandTexts, RowLink } from "../../directory/listParts.ts";
import { editLabel, removeLabel, viewLabel } from "../../directory/rowActions.tsx";
import { usePermissions } from "../../services/context.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { Link } from "../../ui/Link.tsx";
import { RoleMatrix } from "./RoleMatrix.tsx";
import { reasonNotToEditRole, roleName, rolesPath, useReasonNotToEditRoles } from "./roleParts.ts";

const columns: readonly ListColumn<RoleRow>[] = [
  { head: "Id", cell: ({ id }) => id },
  { head: "Название", cell: ({ name }) => roleName(name), narrow: "lead" },
  { head: "Public", cell: ({ isPublic }) => (isPublic ? "да" : "нет") },
];

const companyColumn: ListColumn<RoleRow> = { head: "Компания", cell: ({ companyName }) => companyName ?? "—" };

/**
 * Number of users with a role. The number is a link to the list of these users if the signed-in user may manage the
 * users of the company `companyId`.
 */
const UserCount = ({ role: { id, name, userCount }, companyId }: { role: RoleRow; companyId: number | undefined }) => {
  const hasPermission = usePermissions(companyId ?? 0);
  if (!userCount || companyId === undefined || !hasPermission("user.manage")) return userCount ?? "";
  return (
    <Link
      href={`/Company/${companyId}/Employee?role=${id}`}
      aria-label={`${userCount}, сотрудники с ролью «${roleName(name)}»`}
      className="text-accent underline px-2 py-1"
    >
      {userCount}
    </Link>
  );
};

const views = [
  { value: "", title: "Список" },
  { value: "matrix", title: "Матрица" },
];

const reasonNotToRemove = ({ userCount }: RoleRow) =>
  (userCount ?? 0) > 0 && "Роль назначена сотрудникам: сначала дайте им другую";

/**
 * List of a company's roles, or of all roles if `companyId` is undefined (platform, section 2). A company's roles can
 * also be shown as a matrix with their permissions.
 */
export const RoleList = ({ companyId }: { companyId: number | undefined }) => {
  const path = rolesPath(companyId);
  const reason = useReasonNotToEditRoles(companyId);
  const reasonNotToEditPublic = ({ isPublic }: RoleRow) => reasonNotToEditRole(isPublic, companyId);
  const { search, change } = useQueryString();
  const view = companyId !== undefined && new URLSearchParams(search).get("view") === "matrix" ? "matrix" : "";
  const usersColumn: ListColumn<RoleRow> = {
    head: "Сотрудников",
    cell: (role) => <UserCount role={role} companyId={companyId} />,
    value: ({ userCount = 0 }) => userCount,
    align: "right",
  };
  const links: readonly RowLink<RoleRow>[] = [
    { ...viewLabel, href: ({ id }) => `${path}/${id}` },
    { ...editLabel, href: ({ id }) => `${path}/${id}/Edit`, why: reasonNotToEditPublic },
    {
      label: "Скопировать",
      icon: <Copy size={16} aria-hidden />,
      isRare: true,
      href: ({ id }) => `${path}/New?from=${id}`,
      isChange: true,
    },
  ];
  const formOf = (role: RoleRow) => `${path}/${role.id}${reasonNotToEditPublic(role) || reason ? "" : "/Edit"}`;
  const remove: RowCommandTexts<RoleRow> = {
    ...removeLabel,
    why: (row) => reasonNotToEditPublic(row) || reasonNotToRemove(row),
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
      add={{ label: "Добавить роль", href: `${path}/New` }}
      columns={companyId === undefined ? [...columns, companyColumn, usersColumn] : [...columns, usersColumn]}
      view={view === "matrix" ? (roles) => <RoleMatrix roles={roles} href={formOf} /> : undefined}
      open={({ id }) => `${path}/${id}`}
      links={links}
      commands={{ remove }}
      empty="Ролей пока нет. Добавьте первую: она скажет, кому что можно."
    >
      {companyId !== undefined && (
        <FilterChips label="Вид" options={views} value={view} onChoose={(chosen) => change({ view: chosen })} />
      )}
    </DirectoryList>
  );
};
