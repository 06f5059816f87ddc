import { Suspense, useEffect } from "react";
import { Route, Switch, useLocation } from "wouter";
import { whenCalm } from "./calm.ts";
import { listenForKeys } from "./commands.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { reportPageView } from "./errors.ts";
import { Frame } from "./frame/Frame.tsx";
import { lazily } from "./lazily.ts";
import { hasIds, type Route as RouteRow } from "./route.ts";
import { printedRoutes, routes } from "./routes.tsx";
import { Shown } from "./Shown.tsx";
import { Waiting } from "./ui/Waiting.tsx";

const Further = lazily("Further", () => import("./routes/Further.tsx"));

const further = (
  <Suspense fallback={<Waiting />}>
    <Further />
  </Suspense>
);

const shown = (route: RouteRow) => (
  <Route key={route.path} path={route.path}>
    {(params) => (hasIds(params) ? <Shown route={route} params={params} /> : further)}
  </Route>
);

const Screens = () => {
  const [path] = useLocation();
  useEffect(() => whenCalm(() => reportPageView(path)), [path]);
  return (
    <ErrorBoundary place={path}>
      <Switch>
        {routes.map(shown)}
        <Route>{further}</Route>
      </Switch>
    </ErrorBoundary>
  );
};

/** The whole application: printable pages alone, every other screen in the frame. */
export const App = () => {
  useEffect(listenForKeys, []);
  return (
    <Switch>
      {printedRoutes.map(({ path, Screen }) => (
        <Route key={path} path={path}>
          {(params) => (
            <ErrorBoundary place={path}>
              <Suspense fallback={<Waiting />}>
                <Screen params={params} />
              </Suspense>
            </ErrorBoundary>
          )}
        </Route>
      ))}
      <Route>
        {/* For the frame's own parts, the menus and the palette: one that does not come would leave an empty page. */}
        <ErrorBoundary place="frame">
          <Frame>
            <Screens />
          </Frame>
        </ErrorBoundary>
      </Route>
    </Switch>
  );
};
