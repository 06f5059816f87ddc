import { unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { CustomValues } from "./customFields.ts";

/** Owner of a catalogue: a company, or a group of companies that share the catalogue. */
export type CatalogueOwner = { readonly companyId: number } | { readonly companyGroupId: number };

/**
 * Returns true if the dish, category or stock item belongs to the catalogue's owner. A company can read, but not
 * change, the records that it inherits from its group (business, section 6).
 */
export const isOwn = (scope: CatalogueOwner, { isCompanyGroup }: { readonly isCompanyGroup: boolean }): boolean =>
  isCompanyGroup === "companyGroupId" in scope;

const isValue = (pair: [string, unknown]): pair is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof pair[1]);

/** Returns the custom field values that a form can show: strings, numbers and booleans. Other values are left out. */
export const customValuesOf = (stored: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(Object.entries(stored).filter(isValue));

/** Permission in a catalogue. Without a group, the catalogue belongs to a company. */
interface SharedRight {
  readonly companyGroupId: number | undefined;
  readonly permission: string;
}

/**
 * Descriptor of the query that checks if the user has a permission in a company group. The answer is also true without
 * a group, and for a group for which the server sends no permissions. The server checks the permission again on save.
 */
export const sharedRightQuery: QueryDescriptor<SharedRight, boolean> = {
  name: "sharedRight",
  load: async (api, { companyGroupId, permission }, signal) => {
    if (companyGroupId === undefined) return true;
    const call = api.GET("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal });
    const group: { permissions?: Readonly<Record<string, number>> } = await unwrap(call);
    return !group.permissions || (group.permissions[permission] ?? 0) > 0;
  },
};
