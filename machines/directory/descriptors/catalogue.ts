import { unwrap } from "#api/client.ts";
import { hiddenUnless } from "#machines/core/commandRules.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import type { CustomValues } from "./customFields.ts";

/** Owner of a catalogue: a company, or a group of companies that share the catalogue. */
export type CatalogueOwner = { readonly companyId: number } | { readonly companyGroupId: number };

/**
 * Returns true if the dish, category or stock item belongs to the catalogue's owner. A company can read, but not
 * change, the records that it inherits from its group (business, section 6).
 */
export const isOwn = (scope: CatalogueOwner, { isCompanyGroup }: { readonly isCompanyGroup: boolean }): boolean =>
  isCompanyGroup === "companyGroupId" in scope;

/** Returns the rules of a catalogue's lists: only records that belong to the catalogue's owner can be removed. */
export const catalogueRules = (scope: CatalogueOwner) => ({
  remove: hiddenUnless((row: { readonly isCompanyGroup: boolean }) => isOwn(scope, row)),
});

const isValue = (pair: [string, unknown]): pair is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof pair[1]);

/** Returns the custom field values that a form can show: strings, numbers and booleans. Other values are left out. */
export const customValuesOf = (stored: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(Object.entries(stored).filter(isValue));

/**
 * Descriptor of the query for the permissions that the user has in each company of a group. The result is undefined if
 * there is no group, or if the server sends no permissions for the group.
 */
export const sharedPermissionsQuery: QueryDescriptor<{ readonly companyGroupId: number | undefined }, Permissions> = {
  name: "sharedPermissions",
  load: async (api, { companyGroupId }, signal) => {
    if (companyGroupId === undefined) return undefined;
    const call = api.GET("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal });
    const group: { permissions?: Readonly<Record<string, number>> } = await unwrap(call);
    return group.permissions;
  },
};
