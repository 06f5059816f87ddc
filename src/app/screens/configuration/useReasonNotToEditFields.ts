import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { useReasonNotToEditCatalogue } from "../catalogue/catalogueScope.ts";
import { useReasonNotToEditSettings } from "./configurationParts.tsx";

/** Returns why the user may not edit the custom fields of a scope. A company's fields belong to its configuration, a group's to the shared catalogue. */
export const useReasonNotToEditFields = (scope: CatalogueOwner): string | undefined => {
  const companyReason = useReasonNotToEditSettings("companyId" in scope ? scope.companyId : 0);
  const groupReason = useReasonNotToEditCatalogue(scope);
  return "companyId" in scope ? companyReason : groupReason || undefined;
};
