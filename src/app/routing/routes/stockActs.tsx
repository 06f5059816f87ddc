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
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <StockActEditor
      key={`${companyId} ${id}`}
      companyId={Number(companyId)}
      id={id === undefined ? undefined : Number(id)}
    />
  );
};

const loadDetail = async () => {
  const { StockActDetail } = await import("../../screens/stockActs/StockActDetail.tsx");
  return ({ params: { companyId, id } }: { params: RouteParams }) => (
    <StockActDetail key={`${companyId} ${id}`} companyId={Number(companyId)} id={Number(id)} />
  );
};

const dataOfOne = ({ companyId, id }: RouteParams) => [`/api/StockAct/${id}/Company/${companyId}`];

/** Routes of the stock acts: write-off acts and production acts. */
export const stockActRoutes: readonly Route[] = [
  lazyRoute(path, loadList),
  lazyRoute(`${path}/New`, loadEditor, ({ companyId }) => [`/api/PackingList/Company/${companyId}/Item`]),
  lazyRoute(`${path}/:id`, loadDetail, dataOfOne),
  lazyRoute(`${path}/:id/Edit`, loadEditor, dataOfOne),
];
