import { type PermissionRow, permissions } from "#machines/directory/descriptors/roles.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { Link } from "../../ui/Link.tsx";
import { roleName, rolesPath } from "./roleParts.ts";

const Holders = ({ row: { id, type, roles } }: { row: PermissionRow }) =>
  roles.length === 0 ? (
    "никому"
  ) : (
    <span className="flex flex-wrap gap-x-3 gap-y-1 py-1.5">
      {roles.map((role) => (
        <Link key={role.id} href={`${rolesPath(undefined)}/${role.id}`} className="text-accent hover:underline">
          {roleName(role.name)}
          {role.companyName && ` (${role.companyName})`}
          {type !== "bool" && `: ${role.permissions[id]}`}
        </Link>
      ))}
    </span>
  );

const columns: readonly ListColumn<PermissionRow>[] = [
  { head: "Название", cell: ({ title }) => title, narrow: "lead" },
  { head: "Имя", cell: ({ id }) => <span className="font-mono text-muted">{id}</span>, value: ({ id }) => id },
  { head: "Тип", cell: ({ type }) => (type === "bool" ? "да или нет" : "число") },
  {
    head: "Кому дано",
    cell: (row) => <Holders row={row} />,
    value: ({ roles }) => roles.map(({ name }) => roleName(name)).join(", "),
  },
];

/** List of all permissions with the roles that grant them, for system administrators. */
export const PermissionList = () => (
  <DirectoryList
    descriptor={permissions}
    scope={undefined}
    title="Права"
    columns={columns}
    links={[]}
    commands={{}}
    empty="Сервер не знает ни одного права."
  />
);
