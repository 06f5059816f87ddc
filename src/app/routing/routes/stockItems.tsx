import { scopeOf, scopeSuffix } from "../../screens/catalogue/catalogueScope.ts";
import { lazyRoute, type RouteParams } from "../route.ts";

const loadList = async () => {
  const { StockItemList } = await import("../../screens/stockItems/StockItemList.tsx");
  return ({ params }: { params: RouteParams }) => <StockItemList key={scopeSuffix(params)} scope={scopeOf(params)} />;
};

const loadEditor = async () => {
  const { StockItemEditor } = await import("../../screens/stockItems/StockItemEditor.tsx");
  return ({ params }: { params: RouteParams }) => {
    const { itemId } = params;
    return (
      <StockItemEditor
        key={`${scopeSuffix(params)} ${itemId}`}
        scope={scopeOf(params)}
        id={itemId === undefined ? undefined : Number(itemId)}
      />
    );
  };
};

const loadGroups = async () => {
  const { StockGroupList } = await import("../../screens/stockItems/StockGroupList.tsx");
  return ({ params }: { params: RouteParams }) => <StockGroupList key={scopeSuffix(params)} scope={scopeOf(params)} />;
};

const items = (params: RouteParams): string => `/api/StockItem/${scopeSuffix(params)}`;
const groups = (params: RouteParams): string => `/api/StockGroup/${scopeSuffix(params)}`;

const ofScope = (scope: string) => [
  lazyRoute(`${scope}/StockItem`, loadList, (params) => [items(params), groups(params)]),
  lazyRoute(`${scope}/StockItem/New`, loadEditor, (params) => [items(params)]),
  lazyRoute(`${scope}/StockItem/:itemId/Edit`, loadEditor, (params) => [
    `/api/StockItem/${params["itemId"]}/${scopeSuffix(params)}`,
    items(params),
  ]),
  lazyRoute(`${scope}/StockGroup`, loadGroups, (params) => [groups(params)]),
];

/** Routes of the stock items of a company or company group, and of the stock groups. */
export const stockItemRoutes = [...ofScope("/Company/:companyId"), ...ofScope("/CompanyGroup/:companyGroupId")];
