import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./afterPaint.ts";

/** Time after which the first data count as shown, for screens that never report them, ms. */
const LONGEST_WAIT_MS = 2_000;
/** Time after the paint of the first data in which nothing else is started, ms. */
const QUIET_MS = 250;

let isShown = false;
const waiting = new Set<() => void>();

const settle = () => {
  if (isShown) return;
  isShown = true;
  // Each callback gets a task, so that input is handled between them.
  for (const act of waiting) setTimeout(act);
  waiting.clear();
};

/** Marks the first data of the page as shown. Deferred work starts soon after they are painted. */
export const markFirstDataShown = (): void => {
  afterPaint(() => setTimeout(settle, QUIET_MS));
};

/** Calls back once the first data are painted. Returns a function that cancels the call. */
export const afterFirstData = (act: () => void): (() => void) => {
  if (isShown) return afterPaint(act);
  waiting.add(act);
  return () => waiting.delete(act);
};

/** Returns whether the first data are painted; less urgent parts of the frame render only then. */
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
