import { useEffect, useState } from "react";
import { afterPaint } from "./afterPaint.ts";

/** How many lines of a list are drawn in one frame: what is open on a usual evening. */
const LINES_A_FRAME = 12;

/** How many lines of a list to draw: so many more with each frame until there are all, for all at once would keep a key or a click waiting. */
export const useGrown = (count: number): number => {
  const [drawn, setDrawn] = useState(LINES_A_FRAME);
  useEffect(() => {
    if (drawn < count) return afterPaint(() => setDrawn(drawn + LINES_A_FRAME));
    if (count) setDrawn(Number.POSITIVE_INFINITY);
    return undefined;
  }, [drawn, count]);
  return drawn;
};
