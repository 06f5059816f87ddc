import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { useReasonNotToEditCatalogue } from "../catalogue/catalogueScope.ts";
import { useReasonNotToEditSettings } from "./configurationParts.tsx";

/**
 * Returns the reason why the user may not edit the custom fields, or undefined if they may. A company's fields require
 * the permission for its configuration. A group's fields require the permission for its catalogue.
 */
export const useReasonNotToEditFields = (scope: CatalogueOwner): string | undefined => {
  const companyReason = useReasonNotToEditSettings("companyId" in scope ? scope.companyId : 0);
  const groupReason = useReasonNotToEditCatalogue(scope);
  return "companyId" in scope ? companyReason : groupReason || undefined;
};
