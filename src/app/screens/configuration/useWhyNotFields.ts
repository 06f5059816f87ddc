import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { useWhyNotSettings } from "./configurationParts.tsx";

/** Why the user may not change the custom fields of a scope: a company's are its configuration, a group's are part of the shared catalogue. */
export const useWhyNotFields = (scope: CatalogueScope): string | undefined => {
  const whyNotCompany = useWhyNotSettings("companyId" in scope ? scope.companyId : 0);
  const whyNotGroup = useWhyFixed(scope);
  return "companyId" in scope ? whyNotCompany : whyNotGroup || undefined;
};
