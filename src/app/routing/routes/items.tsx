import { scopeOf, scopeSuffix } from "../../screens/catalogue/catalogueScope.ts";
import { lazyRoute, type RouteParams } from "../route.ts";

const loadList = async () => {
  const { ItemList } = await import("../../screens/items/ItemList.tsx");
  return ({ params }: { params: RouteParams }) => <ItemList key={scopeSuffix(params)} scope={scopeOf(params)} />;
};

const loadEditor = async () => {
  const { ItemEditor } = await import("../../screens/items/ItemEditor.tsx");
  return ({ params }: { params: RouteParams }) => {
    const { itemId } = params;
    return (
      <ItemEditor
        key={`${scopeSuffix(params)} ${itemId}`}
        scope={scopeOf(params)}
        id={itemId === undefined ? undefined : Number(itemId)}
      />
    );
  };
};

const ofScope = (scope: string) => [
  lazyRoute(`${scope}/Item`, loadList, (params) => [`/api/Item/${scopeSuffix(params)}/Summury`]),
  lazyRoute(`${scope}/Item/New`, loadEditor, (params) => [`/api/Category/${scopeSuffix(params)}/Summury`]),
  lazyRoute(`${scope}/Item/:itemId/Edit`, loadEditor, (params) => [
    `/api/Item/${params["itemId"]}/${scopeSuffix(params)}`,
    `/api/Category/${scopeSuffix(params)}/Summury`,
  ]),
];

/** Routes of the dishes of a company and of a company group (business, section 2). */
export const itemRoutes = [...ofScope("/Company/:companyId"), ...ofScope("/CompanyGroup/:companyGroupId")];
