import { useSyncExternalStore } from "react";
import { useServices } from "./context.ts";

/**
 * Returns true if the user is a system administrator. The value follows each token refresh; only the roles value
 * "Admin" counts, not a list that contains it (platform, section 6).
 */
export const useIsAdmin = (): boolean => {
  const { roles, onRolesChange } = useServices();
  return useSyncExternalStore(onRolesChange, () => roles() === "Admin");
};
