import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Customer";

const loadList = async () => {
  const { CustomerList } = await import("../../screens/customers/CustomerList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <CustomerList key={companyId} companyId={Number(companyId)} />
  );
};

const loadDuplicates = async () => {
  const { Duplicates } = await import("../../screens/customers/Duplicates.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <Duplicates key={companyId} companyId={Number(companyId)} />
  );
};

const loadDetail = async () => {
  const { CustomerDetail } = await import("../../screens/customers/CustomerDetail.tsx");
  return ({ params: { companyId, customerId } }: { params: RouteParams }) => (
    <CustomerDetail key={`${companyId} ${customerId}`} companyId={Number(companyId)} id={Number(customerId)} />
  );
};

const loadEditor = async () => {
  const { CustomerEditor } = await import("../../screens/customers/CustomerEditor.tsx");
  return ({ params: { companyId, customerId } }: { params: RouteParams }) => (
    <CustomerEditor key={`${companyId} ${customerId}`} companyId={Number(companyId)} id={Number(customerId)} />
  );
};

const dataOfOne = ({ companyId, customerId }: RouteParams) => [`/api/Customer/${customerId}/Company/${companyId}`];

/** Routes of the customers and their cards (areas, section 10). */
export const customerRoutes: readonly Route[] = [
  lazyRoute(path, loadList, ({ companyId }) => [`/api/Customer/Company/${companyId}`]),
  lazyRoute(`${path}/Duplicate`, loadDuplicates, ({ companyId }) => [`/api/Customer/Duplicate/Company/${companyId}`]),
  lazyRoute(`${path}/:customerId`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:customerId/Edit`, loadEditor, dataOfOne),
];
