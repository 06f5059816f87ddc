import { lazyRoute, type Route, type RouteParams } from "../route.ts";

export const adminRoutes: readonly Route[] = [
  lazyRoute("/Admin", async () => (await import("../../screens/admin/AdminBoard.tsx")).AdminBoard),
  lazyRoute("/Admin/Account", async () => (await import("../../screens/admin/Accounts.tsx")).Accounts),
  lazyRoute("/Admin/Account/Session", async () => (await import("../../screens/admin/Sessions.tsx")).Sessions),
  lazyRoute("/Admin/Company", async () => (await import("../../screens/admin/Companies.tsx")).Companies),
  lazyRoute("/Admin/Metric", async () => (await import("../../screens/admin/PageViews.tsx")).PageViews),
  lazyRoute("/Admin/Error", async () => (await import("../../screens/admin/ErrorGroups.tsx")).ErrorGroups),
  lazyRoute("/Admin/Error/:groupId", async () => {
    const { Errors } = await import("../../screens/admin/Errors.tsx");
    return ({ params }: { params: RouteParams }) => (
      <Errors key={params["groupId"]} groupId={Number(params["groupId"])} />
    );
  }),
];
