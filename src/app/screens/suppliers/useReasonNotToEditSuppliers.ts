import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns the reason why the user may not edit the company's suppliers, or undefined if they may. */
export const useReasonNotToEditSuppliers = (companyId: number): string | undefined =>
  usePermissions(companyId)("supplier.edit") ? undefined : missingPermission("supplier.edit");
