import { Suspense, useEffect } from "react";
import { calmDown } from "./calm.ts";
import type { Found } from "./route.ts";
import { Waiting } from "./ui/Waiting.tsx";

/** Says that a screen's code has come; a screen without code of its own says so itself, with its data. */
const Arrived = () => {
  useEffect(calmDown, []);
  return null;
};

/** The screen of a route. It waits for its code by itself: within one boundary for all, the screen before would live on, hidden, and come back on Back as it was left. */
export const Shown = ({ route: { Screen, load }, params }: Found) => (
  <Suspense fallback={<Waiting />}>
    <Screen params={params} />
    {load && <Arrived />}
  </Suspense>
);
