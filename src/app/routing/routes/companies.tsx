import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const id = (params: RouteParams, name: string): number => Number(params[name]);

const loadCompanyEditor = async () => {
  const { CompanyEditor } = await import("../../screens/companies/CompanyEditor.tsx");
  return ({ params }: { params: RouteParams }) =>
    params["companyId"] === undefined ? (
      <CompanyEditor key="new" />
    ) : (
      <CompanyEditor key={params["companyId"]} companyId={id(params, "companyId")} />
    );
};

const loadEmployeeEditor = async () => {
  const { EmployeeEditor } = await import("../../screens/companies/EmployeeEditor.tsx");
  return ({ params }: { params: RouteParams }) => (
    <EmployeeEditor
      key={`${params["companyId"]} ${params["userId"]}`}
      companyId={id(params, "companyId")}
      {...(params["userId"] !== undefined && { userId: id(params, "userId") })}
    />
  );
};

const loadEmployees = async () => {
  const { EmployeeList } = await import("../../screens/companies/EmployeeList.tsx");
  return ({ params }: { params: RouteParams }) => (
    <EmployeeList key={params["companyId"]} companyId={id(params, "companyId")} />
  );
};

const loadOperations = async () => {
  const { Operations } = await import("../../screens/companies/Operations.tsx");
  return ({ params }: { params: RouteParams }) => <Operations companyId={id(params, "companyId")} />;
};

const company = "/Company/:companyId";

/** Routes of companies, their users, the operations board and notifications. */
export const companyRoutes: readonly Route[] = [
  lazyRoute(
    "/Company",
    async () => (await import("../../screens/companies/CompanyList.tsx")).CompanyList,
    () => ["/api/Company/Summury"],
  ),
  lazyRoute("/Company/New", loadCompanyEditor),
  lazyRoute(`${company}/Edit`, loadCompanyEditor, ({ companyId }) => [`/api/Company/${companyId}`]),
  lazyRoute(`${company}/Operations`, loadOperations),
  lazyRoute(`${company}/Employee`, loadEmployees, ({ companyId }) => [`/api/Company/${companyId}/User`]),
  lazyRoute(`${company}/Employee/New`, loadEmployeeEditor),
  lazyRoute(`${company}/Employee/:userId/Edit`, loadEmployeeEditor),
  lazyRoute(
    "/Account/:userId/Notification",
    async () => (await import("../../screens/notifications/MyNotifications.tsx")).MyNotifications,
  ),
  lazyRoute(
    "/Admin/Notification/all",
    async () => (await import("../../screens/notifications/AllNotifications.tsx")).AllNotifications,
  ),
];
