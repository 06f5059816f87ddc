import { useLocation } from "wouter";
import { useIsForeign } from "../frame/place.ts";
import { type Found, findRoute, type Route } from "../route.ts";
import { Shown } from "../Shown.tsx";
import { ScreenFor } from "../screens/ForPermitted.tsx";
import { Coming, NoCompany, NotFound } from "../screens/placeholders.tsx";
import { accountRoutes } from "./accounts.tsx";
import { adminRoutes } from "./admin.tsx";
import { callRoutes } from "./calls.tsx";
import { categoryRoutes } from "./categories.tsx";
import { companyRoutes } from "./companies.tsx";
import { configurationRoutes } from "./configuration.tsx";
import { groupRoutes } from "./groups.tsx";
import { homeRoutes } from "./home.tsx";
import { isComing } from "./isComing.ts";
import { itemRoutes } from "./items.tsx";
import { linkOf } from "./linkOf.ts";
import { printingRoutes } from "./printing.tsx";
import { roleRoutes } from "./roles.tsx";
import { statisticsRoutes } from "./statistics.tsx";
import { stockRoutes } from "./stock.tsx";
import { stockItemRoutes } from "./stockItems.tsx";
import { supplierRoutes } from "./suppliers.tsx";

/** Every path outside of the main job; this table and what it names come with the first opening of one of them. */
export const furtherRoutes: readonly Route[] = [
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
const Permitted = (found: Found) => {
  const { needs, title = "" } = linkOf(found.route.path) ?? {};
  const shown = <Shown {...found} />;
  if (needs === undefined) return shown;
  return (
    <ScreenFor companyId={Number(found.params["companyId"])} needs={needs} title={title}>
      {shown}
    </ScreenFor>
  );
};

/** The screen of a path outside of the main job, or the page that says why there is none. */
export const Further = () => {
  const [path] = useLocation();
  const found = findRoute(furtherRoutes, path);
  if (useIsForeign(path)) return <NoCompany />;
  if (found) return <Permitted key={found.route.path} {...found} />;
  return isComing(path) ? <Coming /> : <NotFound />;
};
