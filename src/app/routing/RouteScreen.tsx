import { Suspense, useEffect } from "react";
import { markFirstDataShown } from "../startup/firstData.ts";
import { Waiting } from "../ui/Waiting.tsx";
import type { MatchedRoute } from "./route.ts";

/** Reports the first data as shown when a lazy screen is rendered. Other screens report it when their data are loaded. */
export const FirstDataMark = () => {
  useEffect(markFirstDataShown, []);
  return null;
};

/**
 * Screen of a route in its own Suspense boundary. With a shared boundary the previous screen would stay mounted but
 * hidden, and "Back" would show its old state.
 */
export const RouteScreen = ({ route: { Screen, load }, params }: MatchedRoute) => (
  <Suspense fallback={<Waiting />}>
    <Screen params={params} />
    {load && <FirstDataMark />}
  </Suspense>
);
