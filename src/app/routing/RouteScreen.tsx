import { Suspense, useEffect } from "react";
import { markFirstDataShown } from "../startup/firstData.ts";
import { Waiting } from "../ui/Waiting.tsx";
import type { MatchedRoute } from "./route.ts";

/** Says that a screen's code has come; a screen without code of its own says so itself, with its data. */
const Arrived = () => {
  useEffect(markFirstDataShown, []);
  return null;
};

/** The screen of a route. It waits for its code by itself: within one boundary for all, the screen before would live on, hidden, and come back on Back as it was left. */
export const RouteScreen = ({ route: { Screen, load }, params }: MatchedRoute) => (
  <Suspense fallback={<Waiting />}>
    <Screen params={params} />
    {load && <Arrived />}
  </Suspense>
);
