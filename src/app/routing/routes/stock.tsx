import type { ComponentType } from "react";
import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId";

const ofCompany = (load: () => Promise<ComponentType<{ companyId: number }>>) => async () => {
  const Screen = await load();
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <Screen key={companyId} companyId={Number(companyId)} />
  );
};

const stockOf = ({ companyId }: RouteParams) => [`/api/Stock/Company/${companyId}/Summury?displayAll=true`];

/**
 * Routes of the stock balances, their minimums, the stock items to order, and the stock operations (business, section
 * 2).
 */
export const stockRoutes: readonly Route[] = [
  lazyRoute(
    `${path}/Stock`,
    ofCompany(async () => (await import("../../screens/stock/StockList.tsx")).StockList),
    stockOf,
  ),
  lazyRoute(
    `${path}/Stock/ToOrder`,
    ofCompany(async () => (await import("../../screens/stock/ToOrder.tsx")).ToOrder),
    ({ companyId }) => [`/api/Stock/Company/${companyId}/ToOrder`],
  ),
  lazyRoute(
    `${path}/Stock/:stockItemId/Minimum`,
    async () => {
      const { StockMinimumEditor } = await import("../../screens/stock/StockMinimumEditor.tsx");
      return ({ params: { companyId, stockItemId } }: { params: RouteParams }) => (
        <StockMinimumEditor
          key={`${companyId} ${stockItemId}`}
          companyId={Number(companyId)}
          id={Number(stockItemId)}
        />
      );
    },
    ({ companyId, stockItemId }) => [`/api/StockItem/${stockItemId}/Company/${companyId}/Minimum`],
  ),
  lazyRoute(
    `${path}/StockOperation`,
    ofCompany(async () => (await import("../../screens/stock/StockOperationList.tsx")).StockOperationList),
    stockOf,
  ),
  lazyRoute(
    `${path}/StockOperation/Add`,
    ofCompany(async () => (await import("../../screens/stock/StockOperationEditor.tsx")).StockOperationEditor),
    stockOf,
  ),
];
