import { useLocation } from "wouter";
import type { Schemas } from "#api/client.ts";
import { ScreenTools } from "../frame/ScreenTools.tsx";
import { useIsModuleOn } from "../services/context.ts";
import { PermittedScreen } from "../shared/Permitted.tsx";
import { Note } from "../ui/Note.tsx";
import { useIsForeignCompany } from "./currentCompany.ts";
import { isFrameless } from "./isFrameless.ts";
import { CompanyNotFoundPage, NotFoundPage } from "./NotFoundPage.tsx";
import { FirstDataMark, RouteScreen } from "./RouteScreen.tsx";
import { findRoute, type MatchedRoute, type Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.tsx";
import { adminRoutes } from "./routes/admin.tsx";
import { boardRoutes } from "./routes/board.tsx";
import { callRoutes } from "./routes/calls.tsx";
import { categoryRoutes } from "./routes/categories.tsx";
import { companyRoutes } from "./routes/companies.tsx";
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
import { linkForRoute } from "./screenPermissions.ts";

/**
 * All routes except those of the order lists, of an order and of the order editor. They are in a separate chunk, which
 * is loaded when one of them is opened or prefetched.
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

/**
 * Screen of a route, or a note if the user lacks the permission; the user can type the URL, so the permission is
 * checked here too. If the module is off, a note is shown above the screen.
 */
const PermittedRoute = (match: MatchedRoute) => {
  const { needs, title = "", module } = linkForRoute(match.route.path) ?? {};
  const screen = (
    <>
      {module && <ModuleOffNote companyId={Number(match.params["companyId"])} module={module} />}
      <RouteScreen {...match} />
    </>
  );
  if (needs === undefined) return screen;
  return (
    <PermittedScreen companyId={Number(match.params["companyId"])} needs={needs} title={title}>
      {screen}
    </PermittedScreen>
  );
};

/** Screen of the current path, or a page that explains why it cannot be shown. */
export const SecondaryRoutes = () => {
  const [path] = useLocation();
  const match = findRoute(secondaryRoutes, path);
  const isForeign = useIsForeignCompany(path);
  if (match && !isForeign)
    return (
      <>
        <PermittedRoute key={match.route.path} {...match} />
        {isFrameless(path) && <ScreenTools />}
      </>
    );
  return (
    <>
      {isForeign ? <CompanyNotFoundPage /> : <NotFoundPage />}
      <FirstDataMark />
    </>
  );
};
