import type { Schemas } from "#api/client.ts";

/**
 * Returns the company of the component tests. `permissions` are the permissions of the signed-in user in that company.
 */
export const givenCompany = (permissions: Readonly<Record<string, number>>): Schemas["Company"] => ({
  id: 1,
  name: "Пекарня «Колос»",
  companyGroupId: null,
  isActive: true,
  logoUrl: null,
  timeZone: "Europe/Moscow",
  dayStart: "00:00",
  permissions,
});
