import { useEffect } from "react";
import { calmDown } from "./calm.ts";
import type { Route, RouteParams } from "./route.ts";

/** Says that a screen's code has come; a screen without code of its own says so itself, with its data. */
const Arrived = () => {
  useEffect(calmDown, []);
  return null;
};

/** The screen of a route. */
export const Shown = ({ route: { Screen, load }, params }: { route: Route; params: RouteParams }) => (
  <>
    <Screen params={params} />
    {load && <Arrived />}
  </>
);
