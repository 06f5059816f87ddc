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
  return ({ params: { companyId, transferListId } }: { params: RouteParams }) => (
    <TransferEditor
      key={`${companyId} ${transferListId}`}
      companyId={Number(companyId)}
      id={transferListId === undefined ? undefined : Number(transferListId)}
    />
  );
};

const loadDetail = async () => {
  const { TransferDetail } = await import("../../screens/transfers/TransferDetail.tsx");
  return ({ params: { companyId, transferListId } }: { params: RouteParams }) => (
    <TransferDetail key={`${companyId} ${transferListId}`} companyId={Number(companyId)} id={Number(transferListId)} />
  );
};

const dataOfOne = ({ companyId, transferListId }: RouteParams) => [
  `/api/TransferList/${transferListId}/Company/${companyId}`,
];

/** Routes of the transfers (areas, section 3). */
export const transferRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/TransferList/Company/${companyId}/Company`]),
  lazyRoute(`${path}/:transferListId`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:transferListId/Edit`, loadEditor, dataOfOne),
];
