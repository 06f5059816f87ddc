import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { CustomValues } from "./customFields.ts";

/** Whose catalogue is shown and changed: a company's, or the one that the companies of a group share. */
export type CatalogueScope = { readonly companyId: number } | { readonly companyGroupId: number };

/** Whether an entry is the scope's own; what a company inherits from its group is read only there (business, section 6). */
export const isOwn = (scope: CatalogueScope, { isCompanyGroup }: { readonly isCompanyGroup: boolean }): boolean =>
  isCompanyGroup === "companyGroupId" in scope;

const isValue = (pair: [string, unknown]): pair is [string, string | number | boolean] =>
  ["string", "number", "boolean"].includes(typeof pair[1]);

/** The values of an entry's custom fields as the form holds them; what a form cannot show is left out. */
export const customValuesOf = (stored: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(Object.entries(stored).filter(isValue));

/** Asks whether the caller holds a permission for what the companies of a group share; where nobody says so the save will tell. */
export const sharedRightsActor = (api: Api, companyGroupId: number | undefined, permission: string) =>
  fromPromise(async ({ signal }): Promise<boolean> => {
    if (companyGroupId === undefined) return true;
    const call = unwrap(
      api.GET("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal }),
    );
    const group: { permissions?: Readonly<Record<string, number>> } | undefined = await call.catch(() => undefined);
    return !group?.permissions || (group.permissions[permission] ?? 0) > 0;
  });
