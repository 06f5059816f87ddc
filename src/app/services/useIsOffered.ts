import { useSyncExternalStore } from "react";
import type { ExtensionOperation } from "#api/access.d.ts";
import { useServices } from "./context.ts";

/** Returns false if the server is known to lack an operation, so that its button, card or column is left out. */
export const useIsOffered = (operation: ExtensionOperation): boolean => {
  const { extensions } = useServices();
  return useSyncExternalStore(extensions.subscribe, () => extensions.isOffered(operation));
};

/**
 * Returns false if the server is known to send and take only documented fields, so that controls for extension fields
 * are left out.
 */
export const useHasExtensionFields = (): boolean => {
  const { extensions } = useServices();
  return useSyncExternalStore(extensions.subscribe, extensions.hasFields);
};
