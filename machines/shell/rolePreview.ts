import type { Schemas } from "#api/client.ts";

/** Preview of a role: the user sees a company with the permissions of this role. */
export interface RolePreview {
  readonly companyId: number;
  readonly roleName: string;
  readonly permissions: Readonly<Record<string, number>>;
}

/**
 * Returns the companies. The company of the preview gets the permissions of the previewed role. The value of a
 * permission is at most the user's own value, and a permission that the user does not have stays absent.
 */
export const limitToPreview = (
  companies: readonly Schemas["Company"][],
  { companyId, permissions: shown }: RolePreview,
): readonly Schemas["Company"][] =>
  companies.map((company) => {
    if (company.id !== companyId || !company.permissions) return company;
    const limited = Object.entries(company.permissions).map(([name, own]) => [name, Math.min(own, shown[name] ?? 0)]);
    return { ...company, permissions: Object.fromEntries(limited) };
  });
