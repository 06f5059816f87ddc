import { useSelector } from "@xstate/react";
import { Route, Switch, useLocation } from "wouter";
import { useCompany, useServices } from "../context.ts";
import { hasIds, type RouteParams, type Route as RouteRow } from "../route.ts";
import { Shown } from "../Shown.tsx";
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
import { printingRoutes } from "./printing.tsx";
import { roleRoutes } from "./roles.tsx";
import { statisticsRoutes } from "./statistics.tsx";
import { stockRoutes } from "./stock.tsx";
import { stockItemRoutes } from "./stockItems.tsx";
import { supplierRoutes } from "./suppliers.tsx";

/** Every path outside of the main job; this table and what it names come with the first opening of one of them. */
export const furtherRoutes: readonly RouteRow[] = [
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

const Elsewhere = () => (isComing(useLocation()[0]) ? <Coming /> : <NotFound />);

/** The parameters of a path itself: within /Company/:companyId the router hands "New" of /Company/New down as a company. */
const own = (path: string, params: RouteParams): RouteParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`:${name}`)));

/** Whether the company of a path is none of the user's, by the server's list: a remembered one may lack a new company. */
const useIsForeign = ({ companyId }: RouteParams): boolean => {
  const isTold = useSelector(useServices().shell, (shell) => shell.matches({ companies: "known" }));
  const company = useCompany(Number(companyId));
  return companyId !== undefined && isTold && company === undefined;
};

const Found = ({ route, params }: { route: RouteRow; params: RouteParams }) =>
  useIsForeign(params) ? <NoCompany /> : <Shown route={route} params={params} />;

/** The screen of a path outside of the main job, or the page that says that there is none. */
export const Further = () => (
  <Switch>
    {furtherRoutes.map((route) => (
      <Route key={route.path} path={route.path}>
        {(all) => {
          const params = own(route.path, all);
          return hasIds(params) ? <Found route={route} params={params} /> : <Elsewhere />;
        }}
      </Route>
    ))}
    <Route component={Elsewhere} />
  </Switch>
);
