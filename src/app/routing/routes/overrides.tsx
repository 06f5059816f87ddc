import { lazyRoute, type Route } from "../route.ts";

/** Route of the requests that wait for a manager, and of the actions that managers allowed (areas, section 13). */
export const overrideRoutes: readonly Route[] = [
  lazyRoute(
    "/Company/:companyId/Override",
    async () => {
      const { Overrides } = await import("../../screens/overrides/Overrides.tsx");
      return ({ params: { companyId } }) => <Overrides key={companyId} companyId={Number(companyId)} />;
    },
    ({ companyId }) => [`/api/Override/Company/${companyId}`],
  ),
];
