import { useSyncExternalStore } from "react";
import type { ExtensionOperation } from "#api/access.d.ts";
import { useServices } from "./context.ts";

/**
 * Returns false if the server does not have an operation. The button, card or column of the operation is then hidden.
 */
export const useIsOffered = (operation: ExtensionOperation): boolean => {
  const { extensions } = useServices();
  return useSyncExternalStore(extensions.subscribe, () => extensions.isOffered(operation));
};

/** Returns false if the server implements only the documented API. Controls for extension fields are then hidden. */
export const useHasExtensionFields = (): boolean => {
  const { extensions } = useServices();
  return useSyncExternalStore(extensions.subscribe, extensions.hasFields);
};
