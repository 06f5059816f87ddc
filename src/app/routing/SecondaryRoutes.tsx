import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { ScreenTools } from "../frame/ScreenTools.tsx";
import { SettingsFrame } from "../frame/settings/SettingsFrame.tsx";
import { type SideIconName, sidebarLinks } from "../frame/sidebarLinks.ts";
import { useIsModuleOn, usePermissions } from "../services/context.ts";
import { PermittedScreen } from "../shared/Permitted.tsx";
import { Note } from "../ui/Note.tsx";
import { type CompanyScreen, findCompanyScreen } from "./companyScreens.ts";
import { useIsForeignCompany } from "./currentCompany.ts";
import { isFrameless } from "./isFrameless.ts";
import { CompanyNotFoundPage, NotFoundPage } from "./NotFoundPage.tsx";
import { parseOrderListPath } from "./orderListPath.ts";
import { FirstDataMark, RouteScreen } from "./RouteScreen.tsx";
import { findRoute, type MatchedRoute, type Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.tsx";
import { adminRoutes } from "./routes/admin.tsx";
import { boardRoutes } from "./routes/board.tsx";
import { callRoutes } from "./routes/calls.tsx";
import { categoryRoutes } from "./routes/categories.tsx";
import { companyRoutes } from "./routes/companies.tsx";
import { configChangeRoutes } from "./routes/configChanges.tsx";
import { configurationRoutes } from "./routes/configuration.tsx";
import { customerRoutes } from "./routes/customers.tsx";
import { deliveryRoutes } from "./routes/delivery.tsx";
import { feedbackRoutes } from "./routes/feedback.tsx";
import { financeRoutes } from "./routes/finance.tsx";
import { groupRoutes } from "./routes/groups.tsx";
import { homeRoutes } from "./routes/home.tsx";
import { inventoryRoutes } from "./routes/inventories.tsx";
import { itemRoutes } from "./routes/items.tsx";
import { kitchenRoutes } from "./routes/kitchen.tsx";
import { moduleRoutes } from "./routes/modules.tsx";
import { overrideRoutes } from "./routes/overrides.tsx";
import { packingListRoutes } from "./routes/packingLists.tsx";
import { printingRoutes } from "./routes/printing.tsx";
import { roleRoutes } from "./routes/roles.tsx";
import { shopRoutes } from "./routes/shop.tsx";
import { statisticsRoutes } from "./routes/statistics.tsx";
import { stockRoutes } from "./routes/stock.tsx";
import { stockActRoutes } from "./routes/stockActs.tsx";
import { stockItemRoutes } from "./routes/stockItems.tsx";
import { supplierRoutes } from "./routes/suppliers.tsx";
import { transferRoutes } from "./routes/transfers.tsx";

/**
 * All routes except those of the order lists, of an order and of the order editor. Their separate chunk is loaded when
 * one of these routes is opened or prefetched.
 */
export const secondaryRoutes: readonly Route[] = [
  ...homeRoutes,
  ...boardRoutes,
  ...companyRoutes,
  ...accountRoutes,
  ...adminRoutes,
  ...roleRoutes,
  ...groupRoutes,
  ...configurationRoutes,
  ...configChangeRoutes,
  ...categoryRoutes,
  ...itemRoutes,
  ...kitchenRoutes,
  ...deliveryRoutes,
  ...feedbackRoutes,
  ...financeRoutes,
  ...moduleRoutes,
  ...shopRoutes,
  ...overrideRoutes,
  ...printingRoutes,
  ...supplierRoutes,
  ...packingListRoutes,
  ...stockActRoutes,
  ...transferRoutes,
  ...inventoryRoutes,
  ...callRoutes,
  ...customerRoutes,
  ...statisticsRoutes,
  ...stockRoutes,
  ...stockItemRoutes,
];

const ModuleOffNote = ({ companyId, module }: { companyId: number; module: Schemas["ModuleName"] }) => {
  const isOn = useIsModuleOn(companyId, module);
  return (
    !isOn && (
      <div className="mb-3">
        <Note>Модуль выключен: данные можно смотреть, но не менять.</Note>
      </div>
    )
  );
};

const COMPANY = "/Company/:companyId/";

/** Returns the entry of `companyScreens` to which a route belongs, or undefined if there is none. */
const screenOfRoute = ({ path }: Route): CompanyScreen | undefined =>
  path.startsWith(COMPANY) ? findCompanyScreen(path.slice(COMPANY.length)) : undefined;

/**
 * Content that requires all permissions in `needs`. If the user lacks a permission, the reason replaces the content.
 */
const Guarded = ({
  companyId,
  needs,
  title,
  children,
}: {
  companyId: number;
  needs: readonly string[];
  title: string;
  children: ReactNode;
}) => {
  const may = usePermissions(companyId);
  const missing = needs.find((permission) => !may(permission));
  if (missing === undefined) return children;
  return (
    <PermittedScreen companyId={companyId} needs={missing} title={title}>
      {children}
    </PermittedScreen>
  );
};

/**
 * Screen of a route, or a note if the user lacks a permission that the screen requires, for example after typing a URL.
 * If the module is off, a note is shown above the screen.
 */
const PermittedRoute = (match: MatchedRoute) => {
  const companyId = Number(match.params["companyId"]);
  const { needs = [], title = "", module } = screenOfRoute(match.route) ?? {};
  return (
    <Guarded companyId={companyId} needs={needs} title={title}>
      {module && <ModuleOffNote companyId={companyId} module={module} />}
      <RouteScreen {...match} />
    </Guarded>
  );
};

const titleOf = (view: SideIconName): string => sidebarLinks.find(({ icon }) => icon === view)?.title ?? "";

/**
 * Page for a path that matches no secondary route, or that belongs to a company to which the user has no access. A note
 * says that the company or the page was not found, or why the user may not see an order list.
 */
const OtherPage = ({ path }: { path: string }) => {
  const isForeign = useIsForeignCompany(path);
  const list = parseOrderListPath(path);
  if (isForeign) return <CompanyNotFoundPage />;
  if (!list) return <NotFoundPage />;
  return (
    <PermittedScreen companyId={list.companyId} needs="order.view" title={titleOf(list.view)}>
      {null}
    </PermittedScreen>
  );
};

/** Screen of the current path, or a page that explains why the screen cannot be shown. */
export const SecondaryRoutes = () => {
  const [path] = useLocation();
  const match = findRoute(secondaryRoutes, path);
  const isForeign = useIsForeignCompany(path);
  if (match && !isForeign) {
    const screen = <PermittedRoute key={match.route.path} {...match} />;
    const listed = screenOfRoute(match.route);
    return (
      <>
        {listed?.isSetting ? (
          <SettingsFrame
            companyId={Number(match.params["companyId"])}
            current={listed}
            isList={match.route.path === `${COMPANY}${listed.path}`}
          >
            {screen}
          </SettingsFrame>
        ) : (
          screen
        )}
        {isFrameless(path) && <ScreenTools />}
      </>
    );
  }
  return (
    <>
      <OtherPage path={path} />
      <FirstDataMark />
    </>
  );
};
