import { AdminOnly } from "../../screens/admin/AdminOnly.tsx";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const loadDetail = async () => {
  const { GroupDetail } = await import("../../screens/groups/GroupDetail.tsx");
  return ({ params: { companyGroupId } }: { params: RouteParams }) => (
    <GroupDetail key={companyGroupId} groupId={Number(companyGroupId)} />
  );
};

const loadEditor = async () => {
  const { GroupEditor } = await import("../../screens/groups/GroupEditor.tsx");
  return ({ params: { companyGroupId } }: { params: RouteParams }) => (
    <AdminOnly>
      <GroupEditor key={companyGroupId} groupId={companyGroupId === undefined ? undefined : Number(companyGroupId)} />
    </AdminOnly>
  );
};

/** Routes of company groups (platform, section 2). */
export const groupRoutes: readonly Route[] = [
  lazyRoute(
    "/CompanyGroup",
    async () => (await import("../../screens/groups/GroupList.tsx")).GroupList,
    () => ["/api/CompanyGroup"],
  ),
  lazyRoute("/CompanyGroup/New", loadEditor),
  lazyRoute("/CompanyGroup/:companyGroupId", loadDetail, ({ companyGroupId }) => [
    `/api/CompanyGroup/${companyGroupId}`,
  ]),
  lazyRoute("/CompanyGroup/:companyGroupId/Edit", loadEditor),
];
