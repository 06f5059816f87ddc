import type { DocumentAction } from "#machines/stock/stockDocument.ts";
import { usePermissions } from "../../services/context.ts";

/** Returns the actions on an inventory that the user's permissions allow. */
export const useInventoryActions = (companyId: number): readonly DocumentAction[] => {
  const may = usePermissions(companyId);
  return [
    ...(may("stock.approve") ? (["review", "approve", "cancel"] as const) : []),
    ...(may("stock.edit") ? (["explain", "remove"] as const) : []),
  ];
};
