import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor, SaveRequestOf } from "#machines/directory/types.ts";
import { readAllCompanies } from "./allCompanies.ts";

/** Owner of a role: a company, or the whole system if `companyId` is absent. */
export interface RoleScope {
  readonly companyId?: number;
  /** Role that the form of a new role copies. `rename` returns the name of the copy. */
  readonly copied?: { readonly id: number; readonly rename: (name: string) => string };
}

export type RoleRow = Schemas["Role"];

/** Values of a role's permissions by permission name. A permission that the role does not grant is absent. */
export type RolePermissions = Readonly<Record<string, number>>;

/** Draft of a role. An empty `companyId` means that the role belongs to the whole system. */
export interface RoleDraft {
  name: string;
  isPublic: boolean;
  companyId: string;
  permissions: Record<string, number>;
}

/** Data for the role form. */
export interface RoleChoices {
  /** All permissions, sorted by name. */
  readonly permissions: readonly Schemas["Permission"][];
  /**
   * Companies that can be chosen as the owner of the role. Empty on the page of a company's roles, because the owner of
   * these roles cannot be changed.
   */
  readonly companies: readonly { readonly id: number; readonly name: string }[];
  /** Draft with which the form of a new role begins, if the user copies an existing role. */
  readonly copy?: RoleDraft | undefined;
}

/** Returns true if a text is a permission value: empty, or an integer of at most 6 digits. */
export const isPermissionText = (text: string): boolean => /^(\d{1,6})?$/.test(text.trim());

/**
 * Returns the permissions after the user typed a value for a permission (platform, section 4). An empty text or 0
 * removes the permission, and an invalid text changes nothing.
 */
export const setPermission = (
  permissionDirectory: RolePermissions,
  name: string,
  text: string,
): Record<string, number> => {
  const typed = text.trim();
  const { [name]: _, ...others } = permissionDirectory;
  if (typed === "" || /^0+$/.test(typed)) return others;
  if (!isPermissionText(typed)) return { ...permissionDirectory };
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

/**
 * Returns the permission that is needed to change a company's roles. Returns undefined for the roles of the whole
 * system, because only system administrators can open these roles.
 */
const permissionOf = ({ companyId }: RoleScope): string | undefined =>
  companyId === undefined ? undefined : "role.manage";

/** Descriptor of the role list of a company or of the whole system (platform, section 2). */
export const roleDirectory: DirectoryDescriptor<RoleScope, RoleRow> = {
  name: "roles",
  permission: permissionOf,
  list: (api, scope, signal) => listRoles(scope, api, signal),
  commands: { remove: removeRole },
};

const byName = (one: { name: string }, other: { name: string }) =>
  one.name.toLowerCase().localeCompare(other.name.toLowerCase());

/** Reads all permissions, sorted by name without regard to case (platform, section 3). */
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

const draftOf = ({ name, isPublic, companyId, permissions }: RoleRow): RoleDraft => ({
  name,
  isPublic,
  companyId: String(companyId ?? ""),
  permissions,
});

/**
 * Reads the role to copy and returns the draft of the copy, or undefined if no role is copied. A copy that belongs
 * to a company is not public, even if the copied role is public.
 */
const readCopy = async (api: Api, scope: RoleScope, signal: AbortSignal): Promise<RoleDraft | undefined> => {
  if (!scope.copied) return undefined;
  const draft = draftOf(await readRole(api, scope, scope.copied.id, signal));
  const owner = scope.companyId !== undefined && { isPublic: false, companyId: "" };
  return { ...draft, ...owner, name: scope.copied.rename(draft.name) };
};

/** Descriptor of the role editor (platform, section 2). */
export const roleEditor: EditorDescriptor<RoleScope, RoleDraft, RoleChoices> = {
  name: "role",
  permission: permissionOf,
  isLocked: ({ companyId }, { isPublic }) => isPublic && companyId !== undefined,
  loadChoices: async (api, scope, signal) => {
    const [permissions, companies, copy] = await Promise.all([
      readPermissions(api, signal),
      scope.companyId === undefined ? readAllCompanies(api, signal) : [],
      readCopy(api, scope, signal),
    ]);
    return { permissions, companies, copy };
  },
  blank: (_scope, { copy }) => copy ?? { name: "", isPublic: false, companyId: "", permissions: {} },
  read: async (api, scope, id, signal) => {
    const role = await readRole(api, scope, Number(id), signal);
    return { draft: draftOf(role), version: role.version };
  },
  save: saveRole,
};

/** Descriptor of the query for all permissions that a role can grant. */
export const permissionCatalogueQuery: QueryDescriptor<Record<string, never>, readonly Schemas["Permission"][]> = {
  name: "permissionCatalogue",
  load: (api, _query, signal) => readPermissions(api, signal),
};

/** Permission with the roles that grant it. */
export interface PermissionRow {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly roles: readonly RoleRow[];
}

/** Descriptor of the read-only list of permissions for global administrators. */
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
