import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { whenCalm } from "./calm.ts";
import { listenForKeys } from "./commands.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { reportPageView } from "./errors.ts";
import { Frame } from "./frame/Frame.tsx";
import { useIsForeign } from "./frame/place.ts";
import { lazily } from "./lazily.ts";
import { type Found, findRoute } from "./route.ts";
import { printedRoutes, routes } from "./routes.tsx";
import { Shown } from "./Shown.tsx";
import { Waiting } from "./ui/Waiting.tsx";

const Further = lazily("Further", () => import("./routes/Further.tsx"));

const further = (
  <Suspense fallback={<Waiting />}>
    <Further />
  </Suspense>
);

const Screens = () => {
  const [path] = useLocation();
  const found = findRoute(routes, path);
  const isForeign = useIsForeign(path);
  useEffect(() => whenCalm(() => reportPageView(path)), [path]);
  return (
    <ErrorBoundary place={path}>
      {found && !isForeign ? <Shown key={found.route.path} {...found} /> : further}
    </ErrorBoundary>
  );
};

const Printed = ({ path, found: { route, params } }: { path: string; found: Found }) => (
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
