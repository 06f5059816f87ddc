import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns the reason why the user may not edit the company's stock, or undefined if they may. */
export const useReasonNotToEditStock = (companyId: number): string | undefined =>
  usePermissions(companyId)("stock.edit") ? undefined : missingPermission("stock.edit");
