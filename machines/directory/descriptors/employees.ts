import { type Schemas, unwrap } from "#api/client.ts";
import { rethrowAsDoubt } from "#machines/directory/directory.actors.ts";
import { type DirectoryDescriptor, type EditorDescriptor, MissingEntry } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** A user of a company as its list shows him. */
export type EmployeeRow = Schemas["CompanyUser"] & { readonly id: number };

/** What is told of what happened: a one-time link to hand over, and who was removed. */
export interface EmployeeHandlers {
  readonly reveal: (path: string) => void;
  readonly removed: (userId: number) => void;
}

/** Users of a company; a link is told once and kept by no machine. */
export const employeeDirectory = ({
  reveal,
  removed,
}: EmployeeHandlers): DirectoryDescriptor<CompanyPath, EmployeeRow, "remove" | "renewLink"> => ({
  name: "employees",
  list: async (api, path, signal) => {
    const users = await unwrap(api.GET("/api/Company/{companyId}/User", { params: { path }, signal }), Array.isArray);
    return users.map((user) => ({ ...user, id: user.userId }));
  },
  commands: {
    remove: async (api, path, { userId }, signal) => {
      await unwrap(api.DELETE("/api/Company/{companyId}/User", { params: { path, query: { userId } }, signal }));
      removed(userId);
    },
    renewLink: async (api, { companyId }, { userId }, signal) => {
      const params = { path: { companyId, userId } };
      const link = await unwrap(api.POST("/api/Company/{companyId}/User/{userId}/PasswordLink", { params, signal }));
      reveal(link.passwordLink);
    },
  },
});

/** What the form of a company's user holds; the id of a role as its list has it. */
export interface EmployeeDraft {
  userName: string;
  alias: string;
  roleId: string;
}

/** The form of a company's user: a new one by user name or e-mail, the role of one who is there. */
export const employeeEditor = (
  reveal: (path: string) => void,
): EditorDescriptor<CompanyPath, EmployeeDraft, readonly Schemas["GivableRole"][]> => ({
  name: "employee",
  loadChoices: (api, path, signal) =>
    unwrap(api.GET("/api/Company/{companyId}/UserRole", { params: { path }, signal }), Array.isArray),
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
