import { useSyncExternalStore } from "react";
import { useServices } from "./context.ts";

/**
 * Returns true if the user's roles are exactly "Admin" (platform, section 6). The roles can change with each token
 * refresh.
 */
export const useIsAdmin = (): boolean => {
  const { roles, onRolesChange } = useServices();
  return useSyncExternalStore(onRolesChange, () => roles() === "Admin");
};
