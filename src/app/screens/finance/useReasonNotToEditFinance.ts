import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns the reason why the user may not edit the company's finances, or undefined if they may. */
export const useReasonNotToEditFinance = (companyId: number): string | undefined =>
  usePermissions(companyId)("finance.edit") ? undefined : missingPermission("finance.edit");
