import { useActorRef, useSelector } from "@xstate/react";
import { useState } from "react";
import { type CatalogueScope, sharedRights } from "#machines/resources/catalogue.ts";
import { useApi, usePermissions } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";
import type { RouteParams } from "../../route.ts";

/** The scope that a path names. */
export const scopeOf = ({ companyId, companyGroupId }: RouteParams): CatalogueScope =>
  companyGroupId === undefined ? { companyId: Number(companyId) } : { companyGroupId: Number(companyGroupId) };

/** The path of a scope's screens. */
export const scopePath = (scope: CatalogueScope): string =>
  "companyId" in scope ? `/Company/${scope.companyId}` : `/CompanyGroup/${scope.companyGroupId}`;

/** What the address of a scope's calls ends with. */
export const scopeSuffix = (params: RouteParams): string =>
  params["companyGroupId"] === undefined
    ? `Company/${params["companyId"]}`
    : `CompanyGroup/${params["companyGroupId"]}`;

/** Why the catalogue of a scope cannot be changed; false when it can. What a group's companies share is changed by who may change it in each of them. */
export const useWhyFixed = (
  scope: CatalogueScope,
  permission: "catalogue.edit" | "stock.edit" = "catalogue.edit",
): string | false => {
  const api = useApi();
  const groupId = "companyGroupId" in scope ? scope.companyGroupId : undefined;
  const may = usePermissions("companyId" in scope ? scope.companyId : 0);
  const [rights] = useState(() => sharedRights(api, groupId, permission));
  const mayInGroup = useSelector(useActorRef(rights), ({ output }) => output ?? true);
  if (groupId === undefined) return !may(permission) && lacks(permission);
  return !mayInGroup && `${lacks(permission)} в каждой компании группы`;
};
