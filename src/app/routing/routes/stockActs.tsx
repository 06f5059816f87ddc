import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/StockAct";

const loadList = async () => {
  const { StockActList } = await import("../../screens/stockActs/StockActList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <StockActList key={companyId} companyId={Number(companyId)} />
  );
};

const loadEditor = async () => {
  const { StockActEditor } = await import("../../screens/stockActs/StockActEditor.tsx");
  return ({ params: { companyId, stockActId } }: { params: RouteParams }) => (
    <StockActEditor
      key={`${companyId} ${stockActId}`}
      companyId={Number(companyId)}
      id={stockActId === undefined ? undefined : Number(stockActId)}
    />
  );
};

const loadDetail = async () => {
  const { StockActDetail } = await import("../../screens/stockActs/StockActDetail.tsx");
  return ({ params: { companyId, stockActId } }: { params: RouteParams }) => (
    <StockActDetail key={`${companyId} ${stockActId}`} companyId={Number(companyId)} id={Number(stockActId)} />
  );
};

const dataOfOne = ({ companyId, stockActId }: RouteParams) => [`/api/StockAct/${stockActId}/Company/${companyId}`];

/** Routes of the stock acts: write-off acts and production acts. */
export const stockActRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/PackingList/Company/${companyId}/Item`]),
  lazyRoute(`${path}/:stockActId`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:stockActId/Edit`, loadEditor, dataOfOne),
];
