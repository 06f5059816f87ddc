import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/TransferList";

const loadList = async () => {
  const { TransferList } = await import("../../screens/transfers/TransferList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <TransferList key={companyId} companyId={Number(companyId)} />
  );
};

const loadEditor = async () => {
  const { TransferEditor } = await import("../../screens/transfers/TransferEditor.tsx");
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <TransferEditor
      key={`${companyId} ${id}`}
      companyId={Number(companyId)}
      id={id === undefined ? undefined : Number(id)}
    />
  );
};

const loadDetail = async () => {
  const { TransferDetail } = await import("../../screens/transfers/TransferDetail.tsx");
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <TransferDetail key={`${companyId} ${id}`} companyId={Number(companyId)} id={Number(id)} />
  );
};

const dataOfOne = ({ companyId, id }: RouteParams) => [`/api/TransferList/${id}/Company/${companyId}`];

/** Routes of the transfers (areas, section 3). */
export const transferRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/TransferList/Company/${companyId}/Company`]),
  lazyRoute(`${path}/:id`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:id/Edit`, loadEditor, dataOfOne),
];
