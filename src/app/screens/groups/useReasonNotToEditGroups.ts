import { permissionReasonOf } from "#machines/session/permissions.ts";
import { SYSTEM_ADMIN } from "#machines/session/userRights.ts";
import { directoryReasonText, useAdminPermissions } from "../../directory/directoryPermissions.ts";

/** Returns the reason why the user may not edit groups, or undefined for system administrators. */
export const useReasonNotToEditGroups = (): string | undefined =>
  directoryReasonText(permissionReasonOf(useAdminPermissions(), SYSTEM_ADMIN), undefined);
