import { lazy, Suspense, useEffect } from "react";
import { Route, Switch, useLocation } from "wouter";
import { calmDown, whenCalm } from "./calm.ts";
import { listenForKeys } from "./commands.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { reportPageView } from "./errors.ts";
import { Frame } from "./frame/Frame.tsx";
import { hasIds, isComing, printedRoutes, type Route as RouteRow, routes } from "./routes.tsx";
import { Spinner } from "./ui/Spinner.tsx";

const waiting = (
  <div className="flex justify-center p-10 text-muted">
    <Spinner />
  </div>
);

const Coming = lazy(() => import("./screens/placeholders.tsx").then((module) => ({ default: module.Coming })));
const NotFound = lazy(() => import("./screens/placeholders.tsx").then((module) => ({ default: module.NotFound })));

const Elsewhere = () => (isComing(useLocation()[0]) ? <Coming /> : <NotFound />);

/** Says that a screen's code has come; a screen without code of its own says so itself, with its data. */
const Arrived = () => {
  useEffect(calmDown, []);
  return null;
};

const shown = ({ path, Screen, load }: RouteRow) => (
  <Route key={path} path={path}>
    {(params) =>
      hasIds(params) ? (
        <>
          <Screen params={params} />
          {load && <Arrived />}
        </>
      ) : (
        <Elsewhere />
      )
    }
  </Route>
);

const Screens = () => {
  const [path] = useLocation();
  useEffect(() => whenCalm(() => reportPageView(path)), [path]);
  return (
    <ErrorBoundary place={path}>
      <Suspense fallback={waiting}>
        <Switch>
          {routes.map(shown)}
          <Route component={Elsewhere} />
        </Switch>
      </Suspense>
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
              <Suspense fallback={waiting}>
                <Screen params={params} />
              </Suspense>
            </ErrorBoundary>
          )}
        </Route>
      ))}
      <Route>
        <Frame>
          <Screens />
        </Frame>
      </Route>
    </Switch>
  );
};
