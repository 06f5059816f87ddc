import { type CatalogueOwner, sharedRightQuery } from "#machines/directory/descriptors/catalogue.ts";
import type { RouteParams } from "../../routing/route.ts";
import { usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
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
 * Returns the reason why the user may not edit the catalogue, or false if they may. For a group's catalogue the user
 * needs the permission in each company of the group. Until the permissions of a group are read, editing is offered.
 */
export const useReasonNotToEditCatalogue = (
  scope: CatalogueOwner,
  permission: "catalogue.edit" | "stock.edit" = "catalogue.edit",
): string | false => {
  const groupId = "companyGroupId" in scope ? scope.companyGroupId : undefined;
  const hasPermission = usePermissions("companyId" in scope ? scope.companyId : 0);
  const { shown } = useQuery(sharedRightQuery, { companyGroupId: groupId, permission });
  if (groupId === undefined) return !hasPermission(permission) && missingPermission(permission);
  return shown?.answer === false && `${missingPermission(permission)} в каждой компании группы`;
};
