import { usePermissions, useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns why a role cannot be edited on this screen, false when it can (platform, section 5). */
export const reasonNotToEditRole = (isPublic: boolean, companyId: number | undefined): string | false =>
  isPublic && companyId !== undefined && "Системную роль меняет только администратор системы";

/** Returns why the user may not edit roles of a company, false when they may. */
export const useReasonNotToEditRoles = (companyId: number | undefined): string | false => {
  const hasPermission = usePermissions(companyId ?? 0);
  return companyId !== undefined && !hasPermission("role.manage") && missingPermission("role.manage");
};

/** Returns the path of the roles of a company or of the system. */
export const rolesPath = (companyId: number | undefined): string =>
  companyId === undefined ? "/Admin/RoleCompany" : `/Company/${companyId}/RoleCompany`;

/** Returns the name of a role, or a placeholder. */
export const roleName = (name: string): string => name || "Без названия";

/** Returns a function that reloads the companies, because the permissions of the user may change with a role. */
export const useRightsReload = (): (() => void) => {
  const { shell } = useServices();
  return () => shell.send({ type: "shell.reload" });
};
