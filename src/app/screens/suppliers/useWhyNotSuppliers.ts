import { usePermissions } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";

/** Why the user may not change the suppliers of a company; undefined where he may. */
export const useWhyNotSuppliers = (companyId: number): string | undefined =>
  usePermissions(companyId)("supplier.edit") ? undefined : lacks("supplier.edit");
