import { usePermissions, useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

export const SYSTEM_ROLE = "Системную роль меняет только администратор системы";

/**
 * Returns the reason why the role cannot be edited on this screen, or false if there is none. A system role can be
 * edited only by a system administrator (platform, section 5).
 */
export const reasonNotToEditRole = (isPublic: boolean, companyId: number | undefined): string | false =>
  isPublic && companyId !== undefined && SYSTEM_ROLE;

/**
 * Returns the reason why the user may not edit a company's roles, or false if they may. For the roles of the whole
 * system (no `companyId`) returns false.
 */
export const useReasonNotToEditRoles = (companyId: number | undefined): string | false => {
  const hasPermission = usePermissions(companyId ?? 0);
  return companyId !== undefined && !hasPermission("role.manage") && missingPermission("role.manage");
};

/** Returns the path of the role list of a company, or of the whole system. */
export const rolesPath = (companyId: number | undefined): string =>
  companyId === undefined ? "/Admin/RoleCompany" : `/Company/${companyId}/RoleCompany`;

/** Returns the name of a role, or "Без названия" if the name is empty. */
export const roleName = (name: string): string => name || "Без названия";

/** Maximum length of the name of a role, characters. */
export const ROLE_NAME_LENGTH = 200;

export const copyName = (name: string): string => `Копия — ${roleName(name)}`.slice(0, ROLE_NAME_LENGTH);

/**
 * Returns a function that reads the user's companies and permissions again. It is called after a save that may change
 * these permissions, for example after a change of the user's own role.
 */
export const useRightsReload = (): (() => void) => {
  const { shell } = useServices();
  return () => shell.send({ type: "shell.reload" });
};
