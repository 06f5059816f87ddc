import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { Frame } from "./frame/Frame.tsx";
import { listenForKeys } from "./keyboard/commands.ts";
import { useIsForeignCompany } from "./routing/currentCompany.ts";
import { ErrorBoundary } from "./routing/ErrorBoundary.tsx";
import { lazyComponent } from "./routing/lazyComponent.ts";
import { RouteScreen } from "./routing/RouteScreen.tsx";
import { findRoute, type MatchedRoute } from "./routing/route.ts";
import { printedRoutes, routes } from "./routing/routes/orders.tsx";
import { reportPageView } from "./services/errorReporting.ts";
import { afterFirstData } from "./startup/firstData.ts";
import { Waiting } from "./ui/Waiting.tsx";

const SecondaryRoutes = lazyComponent("SecondaryRoutes", () => import("./routing/SecondaryRoutes.tsx"));

const further = (
  <Suspense fallback={<Waiting />}>
    <SecondaryRoutes />
  </Suspense>
);

const Screens = () => {
  const [path] = useLocation();
  const found = findRoute(routes, path);
  const isForeign = useIsForeignCompany(path);
  useEffect(() => afterFirstData(() => reportPageView(path)), [path]);
  return (
    <ErrorBoundary place={path}>
      {found && !isForeign ? <RouteScreen key={found.route.path} {...found} /> : further}
    </ErrorBoundary>
  );
};

const Printed = ({ path, found: { route, params } }: { path: string; found: MatchedRoute }) => (
  <ErrorBoundary place={path}>
    <Suspense fallback={<Waiting />}>
      <route.Screen params={params} />
    </Suspense>
  </ErrorBoundary>
);

/** The whole application: printable pages alone, every other screen in the frame. */
export const App = () => {
  useEffect(listenForKeys, []);
  const [path] = useLocation();
  const printed = findRoute(printedRoutes, path);
  if (printed) return <Printed path={path} found={printed} />;
  // For the frame's own parts, the menus and the palette: one that does not come would leave an empty page.
  return (
    <ErrorBoundary place="frame">
      <Frame>
        <Screens />
      </Frame>
    </ErrorBoundary>
  );
};
