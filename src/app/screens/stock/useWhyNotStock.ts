import { usePermissions } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";

/** Why the user may not change the stock of a company; undefined where he may. */
export const useWhyNotStock = (companyId: number): string | undefined =>
  usePermissions(companyId)("stock.edit") ? undefined : lacks("stock.edit");
