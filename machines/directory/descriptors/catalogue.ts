import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { CustomValues } from "./customFields.ts";

/** Owner of a catalogue: a company, or a group whose companies share it. */
export type CatalogueOwner = { readonly companyId: number } | { readonly companyGroupId: number };

/** Returns whether an entry belongs to the scope itself. Entries that a company inherits from its group are read-only (business, section 6). */
export const isOwn = (scope: CatalogueOwner, { isCompanyGroup }: { readonly isCompanyGroup: boolean }): boolean =>
  isCompanyGroup === "companyGroupId" in scope;

const isValue = (pair: [string, unknown]): pair is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof pair[1]);

/** Returns the custom field values that a form can show: texts, numbers and booleans. */
export const customValuesOf = (stored: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(Object.entries(stored).filter(isValue));

/** Returns an actor that checks a permission in a group. An unknown answer counts as permitted, because the server checks again on save. */
export const sharedRightsActor = (api: Api, companyGroupId: number | undefined, permission: string) =>
  fromPromise(async ({ signal }): Promise<boolean> => {
    if (companyGroupId === undefined) return true;
    const call = unwrap(
      api.GET("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal }),
    );
    const group: { permissions?: Readonly<Record<string, number>> } | undefined = await call.catch(() => undefined);
    return !group?.permissions || (group.permissions[permission] ?? 0) > 0;
  });
