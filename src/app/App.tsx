import { Suspense, useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { Frame } from "./frame/Frame.tsx";
import { listenForKeys } from "./keyboard/commands.ts";
import { companyIdOf, useIsForeignCompany } from "./routing/currentCompany.ts";
import { ErrorBoundary } from "./routing/ErrorBoundary.tsx";
import { isFrameless } from "./routing/isFrameless.ts";
import { lazyComponent } from "./routing/lazyComponent.ts";
import { RouteScreen } from "./routing/RouteScreen.tsx";
import { findRoute } from "./routing/route.ts";
import { routes } from "./routing/routes/orders.tsx";
import { usePermissions } from "./services/context.ts";
import { Waiting } from "./ui/Waiting.tsx";

const SecondaryRoutes = lazyComponent("SecondaryRoutes", () => import("./routing/SecondaryRoutes.tsx"));

const DaysCorrection = lazyComponent("DaysCorrection", () => import("./routing/DaysCorrection.ts"));

const secondaryScreen = (
  <Suspense fallback={<Waiting />}>
    <SecondaryRoutes />
  </Suspense>
);

const Screens = () => {
  const [path] = useLocation();
  const hasDays = /date=/i.test(useSearch());
  const match = findRoute(routes, path);
  const isForeign = useIsForeignCompany(path);
  // A route without `load` is an order list, which requires "order.view". Without this permission, `SecondaryRoutes`
  // shows the reason in place of the list.
  const isShown = usePermissions(companyIdOf(path))("order.view") || match?.route.load;
  return (
    <ErrorBoundary resetKey={path}>
      {hasDays && (
        <Suspense>
          <DaysCorrection />
        </Suspense>
      )}
      {match && !isForeign && isShown ? <RouteScreen key={match.route.path} {...match} /> : secondaryScreen}
    </ErrorBoundary>
  );
};

/** Root component of the application. It shows the current screen, usually within the frame (top bar and sidebar). */
export const App = () => {
  useEffect(listenForKeys, []);
  const [path] = useLocation();
  if (isFrameless(path)) return <ErrorBoundary resetKey={path}>{secondaryScreen}</ErrorBoundary>;
  // If the code of a menu or of the command palette fails to load, this outer boundary shows the error. Without it the
  // page would be empty.
  return (
    <ErrorBoundary resetKey="frame">
      <Frame>
        <Screens />
      </Frame>
    </ErrorBoundary>
  );
};
