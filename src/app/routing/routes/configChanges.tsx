import { lazyRoute, type Route } from "../route.ts";

/** Route of the audit log of the configuration. */
export const configChangeRoutes: readonly Route[] = [
  lazyRoute(
    "/Company/:companyId/ConfigChange",
    async () => {
      const { ConfigChangeList } = await import("../../screens/configChanges/ConfigChangeList.tsx");
      return ({ params: { companyId } }) => <ConfigChangeList key={companyId} companyId={Number(companyId)} />;
    },
    ({ companyId }) => [`/api/ConfigChange/Company/${companyId}/Author`],
  ),
];
