import type { PermissionReason, Permissions } from "#machines/session/permissions.ts";
import { SYSTEM_ADMIN } from "#machines/session/userRights.ts";
import { useOverridable } from "../overrides/useOverridable.ts";
import { permissionReasonText } from "../services/permissionReasons.ts";
import { useIsAdmin } from "../services/useIsAdmin.ts";

const idIn = (scope: unknown, name: "companyId" | "companyGroupId"): number | undefined => {
  const id: unknown = Reflect.get(Object(scope), name);
  return typeof id === "number" ? id : undefined;
};

/**
 * Returns the permissions of the user in the company of a directory's scope. If overrides are offered, the permissions
 * that a manager can grant for a single action are included. Returns undefined for a scope without a company, and if
 * the permissions are unknown, for example while the companies are loading.
 */
export const useScopePermissions = (scope: unknown): Permissions =>
  useOverridable(idIn(scope, "companyId") ?? 0).permissions;

const adminPermissions: Permissions = { [SYSTEM_ADMIN]: 1 };
const noPermissions: Permissions = {};

/** Returns the rights of the user as a system administrator, for machines that require these rights. */
export const useAdminPermissions = (): Permissions => (useIsAdmin() ? adminPermissions : noPermissions);

/** Returns the tooltip that explains why the user may not change a directory, or undefined if they may. */
export const directoryReasonText = (reason: PermissionReason | undefined, scope: unknown): string | undefined => {
  if (reason?.permission === SYSTEM_ADMIN) return "Группы составляет администратор системы";
  const text = permissionReasonText(reason);
  return text !== undefined && idIn(scope, "companyGroupId") !== undefined ? `${text} в каждой компании группы` : text;
};
