import { usePermissions, useServices } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";

/** Why a role cannot be changed where it is looked at (platform, section 5). */
export const whyFixed = (isPublic: boolean, companyId: number | undefined): string | false =>
  isPublic && companyId !== undefined && "Системную роль меняет только администратор системы";

/** Why the user changes no role of a company at all. */
export const useWhyNotRoles = (companyId: number | undefined): string | false => {
  const may = usePermissions(companyId ?? 0);
  return companyId !== undefined && !may("role.manage") && lacks("role.manage");
};

/** The path of the roles of a company, or of the whole system. */
export const rolesPath = (companyId: number | undefined): string =>
  companyId === undefined ? "/Admin/RoleCompany" : `/Company/${companyId}/RoleCompany`;

/** What a role without a name is called. */
export const roleName = (name: string): string => name || "Без названия";

/** Asks for the companies anew: what the user may do in them may have changed with a role. */
export const useRightsReload = (): (() => void) => {
  const { shell } = useServices();
  return () => shell.send({ type: "shell.reload" });
};
