import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const loadBoard = async () => {
  const { OrderBoard } = await import("../../screens/orders/board/OrderBoard.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <OrderBoard key={companyId} companyId={Number(companyId)} />
  );
};

const loadViews = async () => {
  const { ViewList } = await import("../../screens/orders/views/ViewList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <ViewList key={companyId} companyId={Number(companyId)} />
  );
};

const loadView = async () => {
  const { ViewEditor } = await import("../../screens/orders/views/ViewEditor.tsx");
  return ({ params: { companyId, viewId } }: { params: RouteParams }) => (
    <ViewEditor
      key={`${companyId} ${viewId}`}
      companyId={Number(companyId)}
      id={viewId === undefined ? undefined : Number(viewId)}
    />
  );
};

const views = "/Company/:companyId/UserView";

/** Routes of the stage board of orders, and of the saved views of the order lists (areas, section 13). */
export const boardRoutes: readonly Route[] = [
  lazyRoute("/Company/:companyId/Board", loadBoard, ({ companyId }) => [
    `/api/Order/Company/${companyId}/MediumSummury?isOpenedOnly=true&hasDetails=true`,
  ]),
  lazyRoute(views, loadViews, ({ companyId }) => [`/api/UserView/Company/${companyId}/Summury`]),
  lazyRoute(`${views}/New`, loadView),
  lazyRoute(`${views}/:viewId/Edit`, loadView),
];
