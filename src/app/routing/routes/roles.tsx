import { useSearch } from "wouter";
import { AdminOnly } from "../../screens/admin/AdminOnly.tsx";
import { readIdParameter } from "../../shared/readIdParameter.ts";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const idOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const loadList = async () => {
  const { RoleList } = await import("../../screens/roles/RoleList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <RoleList key={companyId} companyId={idOf(companyId)} />
  );
};

const loadDetail = async () => {
  const { RoleDetail } = await import("../../screens/roles/RoleDetail.tsx");
  return ({ params: { companyId, roleId } }: { params: RouteParams }) => (
    <RoleDetail key={`${companyId} ${roleId}`} companyId={idOf(companyId)} roleId={Number(roleId)} />
  );
};

const loadEditor = async () => {
  const { RoleEditor } = await import("../../screens/roles/RoleEditor.tsx");
  return ({ params: { companyId, roleId } }: { params: RouteParams }) => {
    const from = readIdParameter(useSearch(), "from");
    return (
      <RoleEditor
        key={`${companyId} ${roleId} ${from}`}
        companyId={idOf(companyId)}
        roleId={idOf(roleId)}
        from={roleId === undefined ? from : undefined}
      />
    );
  };
};

const forAdmins = (load: typeof loadList) => async () => {
  const Screen = await load();
  return ({ params }: { params: RouteParams }) => (
    <AdminOnly>
      <Screen params={params} />
    </AdminOnly>
  );
};

const loadPermissions = async () => {
  const { PermissionList } = await import("../../screens/roles/PermissionList.tsx");
  return PermissionList;
};

const ofCompany = "/Company/:companyId/RoleCompany";
const ofAll = "/Admin/RoleCompany";
const catalogue = "/api/RoleCompany/Permissions";

/**
 * Routes of the roles of a company. Administrators also have routes of all roles and of the list of permissions
 * (platform, section 2).
 */
export const roleRoutes: readonly Route[] = [
  lazyRoute(ofCompany, loadList, ({ companyId }) => [`/api/RoleCompany/Company/${companyId}`]),
  lazyRoute(`${ofCompany}/New`, loadEditor, () => [catalogue]),
  lazyRoute(`${ofCompany}/:roleId`, loadDetail, ({ companyId, roleId }) => [
    `/api/RoleCompany/${roleId}/Company/${companyId}`,
    catalogue,
  ]),
  lazyRoute(`${ofCompany}/:roleId/Edit`, loadEditor, ({ companyId, roleId }) => [
    `/api/RoleCompany/${roleId}/Company/${companyId}`,
    catalogue,
  ]),
  lazyRoute(ofAll, forAdmins(loadList)),
  lazyRoute(`${ofAll}/New`, forAdmins(loadEditor)),
  lazyRoute(`${ofAll}/:roleId`, forAdmins(loadDetail)),
  lazyRoute(`${ofAll}/:roleId/Edit`, forAdmins(loadEditor)),
  lazyRoute("/Admin/Permission", forAdmins(loadPermissions)),
];
