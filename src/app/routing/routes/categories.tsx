import { scopeOf, scopeSuffix } from "../../screens/catalogue/catalogueScope.ts";
import { lazyRoute, type RouteParams } from "../route.ts";

const loadList = async () => {
  const { CategoryList } = await import("../../screens/categories/CategoryList.tsx");
  return ({ params }: { params: RouteParams }) => <CategoryList key={scopeSuffix(params)} scope={scopeOf(params)} />;
};

const loadEditor = async () => {
  const { CategoryEditor } = await import("../../screens/categories/CategoryEditor.tsx");
  return ({ params }: { params: RouteParams }) => {
    const { categoryId } = params;
    return (
      <CategoryEditor
        key={`${scopeSuffix(params)} ${categoryId}`}
        scope={scopeOf(params)}
        id={categoryId === undefined ? undefined : Number(categoryId)}
      />
    );
  };
};

const ofScope = (scope: string) => [
  lazyRoute(`${scope}/Category`, loadList, (params) => [`/api/Category/${scopeSuffix(params)}/Summury`]),
  lazyRoute(`${scope}/Category/New`, loadEditor, (params) => [`/api/Category/${scopeSuffix(params)}/Summury`]),
  lazyRoute(`${scope}/Category/:categoryId/Edit`, loadEditor, (params) => [
    `/api/Category/${params["categoryId"]}/${scopeSuffix(params)}`,
    `/api/Category/${scopeSuffix(params)}/Summury`,
  ]),
];

/** Routes of the categories of a company and of a company group (business, section 2). */
export const categoryRoutes = [...ofScope("/Company/:companyId"), ...ofScope("/CompanyGroup/:companyGroupId")];
