import { useIsModuleOn, useServices } from "../../../services/context.ts";
import { readCached } from "../../../storage/userCache.ts";

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

/** Returns the name under which `useDeliveryZone` caches whether a company has delivery zones. */
export const zonesCacheName = (companyId: number): string => `hasZones:${companyId}`;

/** Returns false if the company had no delivery zones when they were last read, or if its delivery module is off. */
export const useMayHaveZones = (companyId: number): boolean => {
  const { user } = useServices();
  return useIsModuleOn(companyId, "delivery") && readCached(user.id, zonesCacheName(companyId), isBoolean) !== false;
};
