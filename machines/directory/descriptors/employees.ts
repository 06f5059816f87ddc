import { type Api, isNotOffered, type Schemas, unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import { rethrowAsDoubt } from "#machines/directory/directory.actors.ts";
import { type DirectoryDescriptor, type EditorDescriptor, MissingEntry } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** User as a row in a company's list of users. */
export type EmployeeRow = Schemas["CompanyUser"] & { readonly id: number };

/**
 * Callbacks of the list of a company's users. `reveal` shows a new password link, and `removed` is called after a user
 * was removed from the company.
 */
export interface EmployeeHandlers {
  readonly reveal: (path: string) => void;
  readonly removed: (userId: number) => void;
}

/**
 * Returns the descriptor of a company's user list. `reveal` is a callback that shows a new password link, because a
 * machine's context must not contain secrets.
 */
export const employeeDirectory = ({
  reveal,
  removed,
}: EmployeeHandlers): DirectoryDescriptor<CompanyPath, EmployeeRow, "remove" | "withdraw" | "renewLink"> => ({
  name: "employees",
  permission: () => "user.manage",
  list: async (api, path, signal) => {
    const users = await unwrap(api.GET("/api/Company/{companyId}/User", { params: { path }, signal }), Array.isArray);
    return users.map((user) => ({ ...user, id: user.userId }));
  },
  commands: {
    remove: async (api, path, { userId }, signal) => {
      await unwrap(api.DELETE("/api/Company/{companyId}/User", { params: { path, query: { userId } }, signal }));
      removed(userId);
    },
    withdraw: async (api, path, { userId }, signal) => {
      await unwrap(api.DELETE("/api/Company/{companyId}/User", { params: { path, query: { userId } }, signal }));
    },
    renewLink: async (api, { companyId }, { userId }, signal) => {
      const params = { path: { companyId, userId } };
      const link = await unwrap(api.POST("/api/Company/{companyId}/User/{userId}/PasswordLink", { params, signal }));
      reveal(link.passwordLink);
    },
  },
  commandRules: () => ({
    remove: hiddenUnless(({ isInvited }) => !isInvited),
    withdraw: hiddenUnless(({ isInvited = false }) => isInvited),
    renewLink: hiddenUnless(({ hasPassword, isActive, isInvited }) => isInvited || (!hasPassword && isActive)),
  }),
});

/** Draft of a company's user. `roleId` is the value of a select field. */
export interface EmployeeDraft {
  userName: string;
  alias: string;
  roleId: string;
}

/**
 * Reads the roles that the user may assign. If the server does not offer this operation, reads all roles of the
 * company.
 */
const readRoles = async (
  api: Api,
  path: CompanyPath,
  signal: AbortSignal,
): Promise<readonly Pick<Schemas["GivableRole"], "id" | "name">[]> => {
  try {
    return await unwrap(api.GET("/api/Company/{companyId}/UserRole", { params: { path }, signal }), Array.isArray);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return unwrap(api.GET("/api/RoleCompany/Company/{companyId}", { params: { path }, signal }), Array.isArray);
  }
};

/**
 * Returns the descriptor of the editor of a company's users. The editor adds a user by name or e-mail, or changes a
 * user's role.
 */
export const employeeEditor = (
  reveal: (path: string) => void,
): EditorDescriptor<CompanyPath, EmployeeDraft, readonly Pick<Schemas["GivableRole"], "id" | "name">[]> => ({
  name: "employee",
  permission: () => "user.manage",
  loadChoices: readRoles,
  blank: () => ({ userName: "", alias: "", roleId: "" }),
  read: async (api, path, id, signal) => {
    const users = await unwrap(api.GET("/api/Company/{companyId}/User", { params: { path }, signal }), Array.isArray);
    const user = users.find(({ userId }) => userId === Number(id));
    if (!user) throw new MissingEntry(`User ${id} does not work in company ${path.companyId}`);
    return { draft: { userName: user.userName, alias: user.alias, roleId: String(user.roleId) } };
  },
  save: async (api, { companyId }, { id, draft }, signal) => {
    const roleId = Number(draft.roleId);
    if (id !== undefined) {
      const params = { path: { companyId, userId: Number(id) } };
      await unwrap(api.PUT("/api/Company/{companyId}/User/{userId}", { params, body: { roleId }, signal }));
      return { id };
    }
    const body = { companyId, userName: draft.userName.trim(), alias: draft.alias.trim() || null, roleId };
    const added = await unwrap(
      api.POST("/api/Company/{companyId}/User", { params: { path: { companyId } }, body, signal }),
    ).catch(rethrowAsDoubt);
    if (added.passwordLink) reveal(added.passwordLink);
    return { id: added.userId };
  },
});
