import { useLocation } from "wouter";
import { PermittedScreen } from "../shared/Permitted.tsx";
import { useIsForeignCompany } from "./currentCompany.ts";
import { NoCompany, NotFoundPage, PlannedScreen } from "./placeholderPages.tsx";
import { isPlannedScreen } from "./plannedScreens.ts";
import { RouteScreen } from "./RouteScreen.tsx";
import { findRoute, type MatchedRoute, type Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.tsx";
import { adminRoutes } from "./routes/admin.tsx";
import { callRoutes } from "./routes/calls.tsx";
import { categoryRoutes } from "./routes/categories.tsx";
import { companyRoutes } from "./routes/companies.tsx";
import { configurationRoutes } from "./routes/configuration.tsx";
import { groupRoutes } from "./routes/groups.tsx";
import { homeRoutes } from "./routes/home.tsx";
import { itemRoutes } from "./routes/items.tsx";
import { printingRoutes } from "./routes/printing.tsx";
import { roleRoutes } from "./routes/roles.tsx";
import { statisticsRoutes } from "./routes/statistics.tsx";
import { stockRoutes } from "./routes/stock.tsx";
import { stockItemRoutes } from "./routes/stockItems.tsx";
import { supplierRoutes } from "./routes/suppliers.tsx";
import { linkForRoute } from "./screenPermissions.ts";

/** Every path outside of the main job; this table and what it names come with the first opening of one of them. */
export const secondaryRoutes: readonly Route[] = [
  ...homeRoutes,
  ...companyRoutes,
  ...accountRoutes,
  ...adminRoutes,
  ...roleRoutes,
  ...groupRoutes,
  ...configurationRoutes,
  ...categoryRoutes,
  ...itemRoutes,
  ...printingRoutes,
  ...supplierRoutes,
  ...callRoutes,
  ...statisticsRoutes,
  ...stockRoutes,
  ...stockItemRoutes,
];

/** A screen, or what right it wants: the one that its link wants, so that an address leads no further than a link. */
const Permitted = (found: MatchedRoute) => {
  const { needs, title = "" } = linkForRoute(found.route.path) ?? {};
  const shown = <RouteScreen {...found} />;
  if (needs === undefined) return shown;
  return (
    <PermittedScreen companyId={Number(found.params["companyId"])} needs={needs} title={title}>
      {shown}
    </PermittedScreen>
  );
};

/** The screen of a path outside of the main job, or the page that says why there is none. */
export const SecondaryRoutes = () => {
  const [path] = useLocation();
  const found = findRoute(secondaryRoutes, path);
  if (useIsForeignCompany(path)) return <NoCompany />;
  if (found) return <Permitted key={found.route.path} {...found} />;
  return isPlannedScreen(path) ? <PlannedScreen /> : <NotFoundPage />;
};
