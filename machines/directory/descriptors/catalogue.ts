import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { CustomValues } from "./customFields.ts";

/** Owner of a catalogue: a company, or a group of companies that share the catalogue. */
export type CatalogueOwner = { readonly companyId: number } | { readonly companyGroupId: number };

/**
 * Returns true if the entry belongs to the catalogue's owner itself. Entries inherited from a group are read-only
 * (business, section 6).
 */
export const isOwn = (scope: CatalogueOwner, { isCompanyGroup }: { readonly isCompanyGroup: boolean }): boolean =>
  isCompanyGroup === "companyGroupId" in scope;

const isValue = (pair: [string, unknown]): pair is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof pair[1]);

/** Returns only the custom field values that a form can show: strings, numbers and booleans. */
export const customValuesOf = (stored: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(Object.entries(stored).filter(isValue));

/**
 * Returns an actor that checks a permission in a company group. If the check fails, the permission counts as given,
 * because the server checks it again on save.
 */
export const sharedRightsActor = (api: Api, companyGroupId: number | undefined, permission: string) =>
  fromPromise(async ({ signal }): Promise<boolean> => {
    if (companyGroupId === undefined) return true;
    const call = unwrap(
      api.GET("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal }),
    );
    const group: { permissions?: Readonly<Record<string, number>> } | undefined = await call.catch(() => undefined);
    return !group?.permissions || (group.permissions[permission] ?? 0) > 0;
  });
