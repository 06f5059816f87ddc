import { useSyncExternalStore } from "react";
import { type Permissions, SYSTEM_ADMIN } from "#machines/session/permissions.ts";
import { useServices } from "./context.ts";

/**
 * Returns true if the user's roles are exactly "Admin" (platform, section 6). The roles can change with each token
 * refresh.
 */
export const useIsAdmin = (): boolean => {
  const { roles, onRolesChange } = useServices();
  return useSyncExternalStore(onRolesChange, () => roles() === "Admin");
};

const adminPermissions: Permissions = { [SYSTEM_ADMIN]: 1 };
const noPermissions: Permissions = {};

/** Returns the rights of the user as a system administrator, for machines that require these rights. */
export const useAdminPermissions = (): Permissions => (useIsAdmin() ? adminPermissions : noPermissions);
