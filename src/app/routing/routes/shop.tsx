import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const path = "/Company/:companyId/Shop";

const loadSettings = async () => {
  const { ShopSettings } = await import("../../screens/shop/ShopSettings.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <ShopSettings key={companyId} companyId={Number(companyId)} />
  );
};

const loadCategories = async () => {
  const { ShopCategories } = await import("../../screens/shop/ShopCategories.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <ShopCategories key={companyId} companyId={Number(companyId)} />
  );
};

/** Routes of the shop in which guests order (areas, section 9). */
export const shopRoutes: readonly Route[] = [
  lazyRoute(path, loadSettings, ({ companyId }) => [`/api/Shop/Company/${companyId}`]),
  lazyRoute(`${path}/Category`, loadCategories, ({ companyId }) => [`/api/Shop/Company/${companyId}/Category`]),
];
