import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const loadBoard = async () => {
  const { OrderBoard } = await import("../../screens/orders/board/OrderBoard.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <OrderBoard key={companyId} companyId={Number(companyId)} />
  );
};

/** Route of the stage board of orders (areas, section 13). */
export const boardRoutes: readonly Route[] = [
  lazyRoute("/Company/:companyId/Board", loadBoard, ({ companyId }) => [
    `/api/Order/Company/${companyId}/MediumSummury?isOpenedOnly=true&hasDetails=true`,
  ]),
];
