import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns why the user may not edit the suppliers of a company, undefined when they may. */
export const useReasonNotToEditSuppliers = (companyId: number): string | undefined =>
  usePermissions(companyId)("supplier.edit") ? undefined : missingPermission("supplier.edit");
