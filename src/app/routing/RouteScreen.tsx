import { Suspense, useEffect } from "react";
import { markFirstDataShown } from "../startup/firstData.ts";
import { Waiting } from "../ui/Waiting.tsx";
import type { MatchedRoute } from "./route.ts";

/** Marks the first data as shown when a lazy screen is rendered. Other screens do so when they have data. */
const FirstDataMark = () => {
  useEffect(markFirstDataShown, []);
  return null;
};

/** Screen of a route in its own Suspense boundary. A shared boundary would keep the previous screen hidden, and Back would show its old state. */
export const RouteScreen = ({ route: { Screen, load }, params }: MatchedRoute) => (
  <Suspense fallback={<Waiting />}>
    <Screen params={params} />
    {load && <FirstDataMark />}
  </Suspense>
);
