import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./afterPaint.ts";

/**
 * Time after which the first data are treated as shown, ms. It is needed for screens that do not report their first
 * data.
 */
const LONGEST_WAIT_MS = 2_000;
/** Pause between the paint of the first data and the start of postponed work, ms. */
const QUIET_MS = 250;

let isShown = false;
const waiting = new Set<() => void>();

const settle = () => {
  if (isShown) return;
  isShown = true;
  // Each callback runs in a separate task. Between the tasks the browser can handle input.
  for (const act of waiting) setTimeout(act);
  waiting.clear();
};

/** Marks the first data of the screen as shown. Postponed work starts soon after these data are painted. */
export const markFirstDataShown = (): void => {
  afterPaint(() => setTimeout(settle, QUIET_MS));
};

/**
 * Calls `act` after the first data are painted, at the latest after the time limit for the first data. Returns a
 * function that cancels the call.
 */
export const afterFirstData = (act: () => void): (() => void) => {
  if (isShown) return afterPaint(act);
  waiting.add(act);
  return () => waiting.delete(act);
};

/**
 * Returns true after the first data are painted, or 2 s after the component was mounted. Less urgent elements of the
 * frame are then rendered.
 */
export const useFirstDataShown = (): boolean => {
  const [isPainted, setPainted] = useState(isShown);
  useEffect(() => {
    const timer = setTimeout(settle, LONGEST_WAIT_MS);
    const cancel = afterFirstData(() => startTransition(() => setPainted(true)));
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, []);
  return isPainted;
};
