import { Suspense, useEffect } from "react";
import { markFirstDataShown } from "../startup/firstData.ts";
import { Waiting } from "../ui/Waiting.tsx";
import type { MatchedRoute } from "./route.ts";

/**
 * Component that calls `markFirstDataShown` as soon as a lazily loaded screen is mounted. Other screens call this
 * function when their data are loaded.
 */
export const FirstDataMark = () => {
  useEffect(markFirstDataShown, []);
  return null;
};

/**
 * Screen of a route with its own Suspense boundary. With a common boundary React would keep the previous screen mounted
 * but hidden, and "Back" would show an outdated state.
 */
export const RouteScreen = ({ route: { Screen, load }, params }: MatchedRoute) => (
  <Suspense fallback={<Waiting />}>
    <Screen params={params} />
    {load && <FirstDataMark />}
  </Suspense>
);
