import type { Handlers } from "../http/handlerTypes.ts";
import { createRole, listRoles, readRole, removeRole, updateRole } from "../services/roles/companyRoles.ts";
import { permissionCatalogue } from "../services/roles/roles.ts";

/** Handlers for the roles of a company and, for global administrators, for all roles. */
export const roleOperations = {
  listPermissions: async () => [...permissionCatalogue],
  listAllRoles: ({ db }) => listRoles(db, undefined),
  getAnyRole: ({ db, path }) => readRole(db, undefined, path.roleId),
  createAnyRole: async ({ db, body }) => readRole(db, undefined, await createRole(db, undefined, body)),
  updateAnyRole: async ({ db, path, seen, body }) => {
    await updateRole(db, undefined, { roleId: path.roleId, seen }, body);
    return readRole(db, undefined, path.roleId);
  },
  deleteAnyRole: async ({ db, path }) => {
    await removeRole(db, undefined, path.roleId);
    return undefined;
  },
  listCompanyRoles: ({ db, company }) => listRoles(db, company),
  getCompanyRole: ({ db, company, path }) => readRole(db, company, path.roleId),
  createCompanyRole: async ({ db, company, body }) => readRole(db, company, await createRole(db, company, body)),
  updateCompanyRole: async ({ db, company, path, seen, body }) => {
    await updateRole(db, company, { roleId: path.roleId, seen }, body);
    return readRole(db, company, path.roleId);
  },
  deleteCompanyRole: async ({ db, company, path }) => {
    await removeRole(db, company, path.roleId);
    return undefined;
  },
} satisfies Pick<
  Handlers,
  | "listPermissions"
  | "listAllRoles"
  | "getAnyRole"
  | "createAnyRole"
  | "updateAnyRole"
  | "deleteAnyRole"
  | "listCompanyRoles"
  | "getCompanyRole"
  | "createCompanyRole"
  | "updateCompanyRole"
  | "deleteCompanyRole"
>;
