import { later, type Route, type RouteParams } from "../route.ts";

/** The administration of the system. */
export const adminRoutes: readonly Route[] = [
  later("/Admin", async () => (await import("../screens/admin/AdminBoard.tsx")).AdminBoard),
  later("/Admin/Account", async () => (await import("../screens/admin/Accounts.tsx")).Accounts),
  later("/Admin/Account/Session", async () => (await import("../screens/admin/Sessions.tsx")).Sessions),
  later("/Admin/Company", async () => (await import("../screens/admin/Companies.tsx")).Companies),
  later("/Admin/Metric", async () => (await import("../screens/admin/PageViews.tsx")).PageViews),
  later("/Admin/Error", async () => (await import("../screens/admin/ErrorGroups.tsx")).ErrorGroups),
  later("/Admin/Error/:groupId", async () => {
    const { Errors } = await import("../screens/admin/Errors.tsx");
    return ({ params }: { params: RouteParams }) => (
      <Errors key={params["groupId"]} groupId={Number(params["groupId"])} />
    );
  }),
];
