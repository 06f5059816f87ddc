import { useActorRef, useSelector } from "@xstate/react";
import { useState } from "react";
import { type CatalogueOwner, sharedRightsActor } from "#machines/directory/descriptors/catalogue.ts";
import type { RouteParams } from "../../routing/route.ts";
import { useApi, usePermissions } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";

/** Returns the owner of the catalogue (company or group) that the route parameters name. */
export const scopeOf = ({ companyId, companyGroupId }: RouteParams): CatalogueOwner =>
  companyGroupId === undefined ? { companyId: Number(companyId) } : { companyGroupId: Number(companyGroupId) };

/** Returns the path prefix of the screens of a catalogue. */
export const scopePath = (scope: CatalogueOwner): string =>
  "companyId" in scope ? `/Company/${scope.companyId}` : `/CompanyGroup/${scope.companyGroupId}`;

/** Returns the owner of the catalogue (company or group) as a string for React keys. */
export const scopeSuffix = (params: RouteParams): string =>
  params["companyGroupId"] === undefined
    ? `Company/${params["companyId"]}`
    : `CompanyGroup/${params["companyGroupId"]}`;

/**
 * Returns the reason why the user may not edit the catalogue, or false if they may. For a group's catalogue the user
 * needs the permission in each company of the group.
 */
export const useReasonNotToEditCatalogue = (
  scope: CatalogueOwner,
  permission: "catalogue.edit" | "stock.edit" = "catalogue.edit",
): string | false => {
  const api = useApi();
  const groupId = "companyGroupId" in scope ? scope.companyGroupId : undefined;
  const hasPermission = usePermissions("companyId" in scope ? scope.companyId : 0);
  const [rights] = useState(() => sharedRightsActor(api, groupId, permission));
  const hasInGroup = useSelector(useActorRef(rights), ({ output }) => output ?? true);
  if (groupId === undefined) return !hasPermission(permission) && missingPermission(permission);
  return !hasInGroup && `${missingPermission(permission)} в каждой компании группы`;
};
