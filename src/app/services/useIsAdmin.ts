import { useSyncExternalStore } from "react";
import { useServices } from "./context.ts";

/**
 * Returns true if the user is a system administrator. The value is updated after each token refresh. The roles
 * must be exactly "Admin"; a list that contains "Admin" gives false (platform, section 6).
 */
export const useIsAdmin = (): boolean => {
  const { roles, onRolesChange } = useServices();
  return useSyncExternalStore(onRolesChange, () => roles() === "Admin");
};
