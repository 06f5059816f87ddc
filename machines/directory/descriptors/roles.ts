import { type Api, type Schemas, unwrap } from "#api/client.ts";
import {
  type DirectoryDescriptor,
  type EditorDescriptor,
  type SaveRequestOf,
  toWriteHeaders,
} from "#machines/directory/types.ts";
import { readAllCompanies } from "./allCompanies.ts";

/** Where roles are managed: in a company, or in the whole system. */
export interface RoleScope {
  readonly companyId?: number;
}

/** A role of the list. */
export type RoleRow = Schemas["Role"];

/** Permission to value; one that is not held is absent. */
export type RolePermissions = Readonly<Record<string, number>>;

/** A role as its form has it; `companyId` is an empty text where it belongs to no company. */
export interface RoleDraft {
  name: string;
  isPublic: boolean;
  companyId: string;
  permissions: Record<string, number>;
}

/** What the form of a role chooses from. */
export interface RoleChoices {
  /** The catalogue, by name. */
  readonly permissions: readonly Schemas["Permission"][];
  /** Companies that a role can be given to; none where the company is given by the path. */
  readonly companies: readonly { readonly id: number; readonly name: string }[];
}

const LONGEST = 6;

/**
 * The permissions after a value was typed: an empty one or 0 removes, a whole number is kept, anything else changes nothing
 * (platform, section 4).
 */
export const setPermission = (
  permissionDirectory: RolePermissions,
  name: string,
  text: string,
): Record<string, number> => {
  const typed = text.trim();
  const { [name]: _, ...others } = permissionDirectory;
  if (typed === "" || /^0+$/.test(typed)) return others;
  if (!/^\d+$/.test(typed) || typed.length > LONGEST) return { ...permissionDirectory };
  return { ...permissionDirectory, [name]: Number(typed) };
};

const listRoles = ({ companyId }: RoleScope, api: Api, signal: AbortSignal): Promise<readonly RoleRow[]> =>
  companyId === undefined
    ? unwrap(api.GET("/api/RoleCompany", { signal }), Array.isArray)
    : unwrap(
        api.GET("/api/RoleCompany/Company/{companyId}", { params: { path: { companyId } }, signal }),
        Array.isArray,
      );

const removeRole = (api: Api, { companyId }: RoleScope, { id: roleId }: RoleRow, signal: AbortSignal) =>
  companyId === undefined
    ? unwrap(api.DELETE("/api/RoleCompany/{roleId}", { params: { path: { roleId } }, signal }))
    : unwrap(
        api.DELETE("/api/RoleCompany/{roleId}/Company/{companyId}", {
          params: { path: { roleId, companyId } },
          signal,
        }),
      );

/** The roles of a company or of the whole system (platform, section 2). */
export const roleDirectory: DirectoryDescriptor<RoleScope, RoleRow> = {
  name: "roles",
  list: (api, scope, signal) => listRoles(scope, api, signal),
  commands: { remove: removeRole },
};

const byName = (one: { name: string }, other: { name: string }) =>
  one.name.toLowerCase().localeCompare(other.name.toLowerCase());

/** The permission catalogue by name, case aside (platform, section 3). */
export const readPermissions = async (api: Api, signal: AbortSignal): Promise<readonly Schemas["Permission"][]> =>
  [...(await unwrap(api.GET("/api/RoleCompany/Permissions", { signal }), Array.isArray))].sort(byName);

const readRole = (api: Api, { companyId }: RoleScope, roleId: number, signal: AbortSignal): Promise<RoleRow> =>
  companyId === undefined
    ? unwrap(api.GET("/api/RoleCompany/{roleId}", { params: { path: { roleId } }, signal }))
    : unwrap(
        api.GET("/api/RoleCompany/{roleId}/Company/{companyId}", { params: { path: { roleId, companyId } }, signal }),
      );

const bodyOf = ({ name, isPublic, companyId, permissions }: RoleDraft): Schemas["RoleSave"] => ({
  name,
  isPublic,
  companyId: Number(companyId) || null,
  permissions,
});

const saveRole = (api: Api, { companyId }: RoleScope, saving: SaveRequestOf<RoleDraft>, signal: AbortSignal) => {
  const body = bodyOf(saving.draft);
  const roleId = Number(saving.id);
  const header = toWriteHeaders(saving);
  const key = { "Idempotency-Key": saving.key };
  if (companyId === undefined)
    return saving.id === undefined
      ? unwrap(api.POST("/api/RoleCompany", { params: { header: key }, body, signal }))
      : unwrap(api.PUT("/api/RoleCompany/{roleId}", { params: { path: { roleId }, header }, body, signal }));
  return saving.id === undefined
    ? unwrap(
        api.POST("/api/RoleCompany/Company/{companyId}", {
          params: { path: { companyId }, header: key },
          body,
          signal,
        }),
      )
    : unwrap(
        api.PUT("/api/RoleCompany/{roleId}/Company/{companyId}", {
          params: { path: { roleId, companyId }, header },
          body,
          signal,
        }),
      );
};

/** One role and its form (platform, section 2). */
export const roleEditor: EditorDescriptor<RoleScope, RoleDraft, RoleChoices> = {
  name: "role",
  loadChoices: async (api, { companyId }, signal) => {
    const [permissions, companies] = await Promise.all([
      readPermissions(api, signal),
      companyId === undefined ? readAllCompanies(api, signal) : [],
    ]);
    return { permissions, companies };
  },
  blank: () => ({ name: "", isPublic: false, companyId: "", permissions: {} }),
  read: async (api, scope, id, signal) => {
    const { name, isPublic, companyId, permissions, version } = await readRole(api, scope, Number(id), signal);
    return { draft: { name, isPublic, companyId: String(companyId ?? ""), permissions }, version };
  },
  save: saveRole,
};

/** A permission of the catalogue with the roles that hold it. */
export interface PermissionRow {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly roles: readonly RoleRow[];
}

/** The catalogue and which roles hold each permission, for the global administrator. */
export const permissions: DirectoryDescriptor<undefined, PermissionRow, never> = {
  name: "permissions",
  list: async (api, _scope, signal) => {
    const [catalogue, all] = await Promise.all([readPermissions(api, signal), listRoles({}, api, signal)]);
    return catalogue.map(({ name, title, type }) => ({
      id: name,
      title,
      type,
      roles: all.filter((role) => (role.permissions[name] ?? 0) > 0),
    }));
  },
  commands: {},
};
