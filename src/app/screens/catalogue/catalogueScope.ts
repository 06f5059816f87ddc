import { type CatalogueOwner, sharedPermissionsQuery } from "#machines/directory/descriptors/catalogue.ts";
import { type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import { directoryReasonText, useScopePermissions } from "../../directory/directoryPermissions.ts";
import type { RouteParams } from "../../routing/route.ts";
import { useQuery } from "../../shared/useQuery.ts";

/** Returns the owner of the catalogue (company or group) that the route parameters name. */
export const scopeOf = ({ companyId, companyGroupId }: RouteParams): CatalogueOwner =>
  companyGroupId === undefined ? { companyId: Number(companyId) } : { companyGroupId: Number(companyGroupId) };

/** Returns the path prefix of the screens of a catalogue. */
export const scopePath = (scope: CatalogueOwner): string =>
  "companyId" in scope ? `/Company/${scope.companyId}` : `/CompanyGroup/${scope.companyGroupId}`;

/**
 * Returns the owner of the catalogue (company or group) as the end of an API path, for example "Company/1". It also
 * serves as a React key.
 */
export const scopeSuffix = (params: RouteParams): string =>
  params["companyGroupId"] === undefined
    ? `Company/${params["companyId"]}`
    : `CompanyGroup/${params["companyGroupId"]}`;

/**
 * Returns the permissions of the user in a catalogue. In a group's catalogue these are the permissions that the user has
 * in each company of the group, or undefined until they are read.
 */
export const useCataloguePermissions = (scope: CatalogueOwner): Permissions => {
  const companyGroupId = "companyGroupId" in scope ? scope.companyGroupId : undefined;
  const company = useScopePermissions(scope);
  const { shown } = useQuery(sharedPermissionsQuery, { companyGroupId });
  return companyGroupId === undefined ? company : shown?.answer;
};

/** Returns the reason why the user may not edit the catalogue, or undefined if they may. */
export const useReasonNotToEditCatalogue = (
  scope: CatalogueOwner,
  permission: "catalogue.edit" | "stock.edit" = "catalogue.edit",
): string | undefined => directoryReasonText(permissionReasonOf(useCataloguePermissions(scope), permission), scope);
