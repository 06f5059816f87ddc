import { Check } from "lucide-react";
import type { Schemas } from "#api/client.ts";
import { permissionCatalogueQuery, type RoleRow } from "#machines/directory/descriptors/roles.ts";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { Link } from "../../ui/Link.tsx";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { groupPermissions, type PermissionGroup } from "./groupPermissions.ts";
import { roleName } from "./roleParts.ts";

const Value = ({ type, value }: { type: string; value: number | undefined }) => {
  if (!value) return <span className="sr-only">нет</span>;
  if (type !== "bool") return value;
  return <Check size={16} role="img" aria-label="есть" className="inline text-positive" />;
};

const RoleHead = ({ role: { name, isPublic }, href }: { role: RoleRow; href: string }) => (
  <th scope="col" className="min-w-26 text-center! py-1.5! whitespace-normal!">
    <Link
      href={href}
      title={roleName(name)}
      className="mx-auto line-clamp-3 max-w-32 text-accent wrap-break-word hover:underline"
    >
      {roleName(name)}
    </Link>
    {isPublic && <span className="block font-normal">общая</span>}
  </th>
);

const PermissionRow = ({
  permission: { name, title, type },
  roles,
}: {
  permission: Schemas["Permission"];
  roles: readonly RoleRow[];
}) => (
  <tr>
    <th scope="row" className="sticky left-0 rounded-none! py-1! font-normal! text-text! whitespace-normal!">
      {title}
    </th>
    {roles.map(({ id, permissions }) => (
      <td key={id} className="text-center tabular-nums">
        <Value type={type} value={permissions[name]} />
      </td>
    ))}
  </tr>
);

const GroupRows = ({ group: { title, permissions }, roles }: { group: PermissionGroup; roles: readonly RoleRow[] }) => (
  <tbody>
    <tr>
      <th scope="rowgroup" className="sticky left-0 rounded-none! bg-sunken! text-text!">
        {title}
      </th>
      <td colSpan={roles.length} className="bg-sunken" />
    </tr>
    {permissions.map((permission) => (
      <PermissionRow key={permission.name} permission={permission} roles={roles} />
    ))}
  </tbody>
);

/**
 * Read-only table of permissions and roles. Each permission has a row, grouped by kind of work, and each role has a
 * column.
 */
export const RoleMatrix = ({ roles, href }: { roles: readonly RoleRow[]; href: (role: RoleRow) => string }) => (
  <QueryResult view={useQuery(permissionCatalogueQuery, {})}>
    {(catalogue) => (
      <ScrollRegion
        label="Права ролей"
        className="relative max-h-[calc(100dvh-11rem)] scroll-pl-40 overflow-auto rounded-lg print:max-h-none"
      >
        <table className="table w-auto! min-w-full">
          <caption className="sr-only">Права ролей</caption>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 min-w-36 max-[700px]:max-w-36">
                Право
              </th>
              {roles.map((role) => (
                <RoleHead key={role.id} role={role} href={href(role)} />
              ))}
            </tr>
          </thead>
          {groupPermissions(catalogue).map((group) => (
            <GroupRows key={group.title} group={group} roles={roles} />
          ))}
        </table>
      </ScrollRegion>
    )}
  </QueryResult>
);
