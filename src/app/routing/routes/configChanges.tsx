import { lazyRoute, type Route } from "../route.ts";

/** Routes of the audit logs of a company and of the system. */
export const configChangeRoutes: readonly Route[] = [
  lazyRoute(
    "/Company/:companyId/ConfigChange",
    async () => {
      const { ConfigChangeList } = await import("../../screens/configChanges/ConfigChangeList.tsx");
      return ({ params: { companyId } }) => <ConfigChangeList key={companyId} companyId={Number(companyId)} />;
    },
    ({ companyId }) => [`/api/ConfigChange/Company/${companyId}/Author`],
  ),
  lazyRoute(
    "/Admin/ConfigChange",
    async () => (await import("../../screens/configChanges/ConfigChangeList.tsx")).SystemChangeList,
    () => ["/api/Admin/ConfigChange/Author"],
  ),
];
