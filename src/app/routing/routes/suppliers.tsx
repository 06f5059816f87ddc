import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Supplier";

const loadList = async () => {
  const { SupplierList } = await import("../../screens/suppliers/SupplierList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <SupplierList key={companyId} companyId={Number(companyId)} />
  );
};

const loadDetail = async () => {
  const { SupplierDetail } = await import("../../screens/suppliers/SupplierDetail.tsx");
  return ({ params: { companyId, supplierId } }: { params: RouteParams }) => (
    <SupplierDetail key={`${companyId} ${supplierId}`} companyId={Number(companyId)} id={Number(supplierId)} />
  );
};

const loadEditor = async () => {
  const { SupplierEditor } = await import("../../screens/suppliers/SupplierEditor.tsx");
  return ({ params: { companyId, supplierId } }: { params: RouteParams }) => (
    <SupplierEditor
      key={`${companyId} ${supplierId}`}
      companyId={Number(companyId)}
      id={supplierId === undefined ? undefined : Number(supplierId)}
    />
  );
};

const dataOfOne = ({ companyId, supplierId }: RouteParams) => [`/api/Supplier/${supplierId}/Company/${companyId}`];

/** Routes of the suppliers (business, section 2). */
export const supplierRoutes: readonly Route[] = [
  lazyRoute(path, loadList, ({ companyId }) => [`/api/Supplier/Company/${companyId}/Summury`]),
  lazyRoute(`${path}/Add`, loadEditor),
  lazyRoute(`${path}/:supplierId/Detail`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:supplierId/Edit`, loadEditor, dataOfOne),
];
