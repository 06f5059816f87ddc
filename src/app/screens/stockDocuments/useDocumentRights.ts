import type { DocumentAction } from "#machines/stock/stockDocument.ts";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns the actions on a stock document that the user's permissions allow. */
export const useAllowedActions = (companyId: number): readonly DocumentAction[] => {
  const may = usePermissions(companyId);
  return [
    ...(may("stock.approve") ? (["approve", "reverse"] as const) : []),
    ...(may("stock.edit") ? ["remove" as const] : []),
  ];
};

/** Returns the reason why the user may not create or edit drafts, or undefined if they may. */
export const useReasonNotToDraft = (companyId: number): string | undefined =>
  usePermissions(companyId)("stock.edit") ? undefined : missingPermission("stock.edit");
