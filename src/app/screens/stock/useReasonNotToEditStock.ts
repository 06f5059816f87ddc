import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns why the user may not edit the stock of a company, undefined when they may. */
export const useReasonNotToEditStock = (companyId: number): string | undefined =>
  usePermissions(companyId)("stock.edit") ? undefined : missingPermission("stock.edit");
