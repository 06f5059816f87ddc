import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./afterPaint.ts";

/** A screen that never says that it has its first data is taken to have it after this, milliseconds. */
const PATIENCE_MS = 2_000;

let isCalm = false;
const waiting = new Set<() => void>();

const settle = () => {
  if (isCalm) return;
  isCalm = true;
  // Each in a task of its own: together they would keep a key or a click waiting.
  for (const act of waiting) setTimeout(act);
  waiting.clear();
};

/** How long the first data have the browser for themselves once they are painted, milliseconds. */
const REST_MS = 250;

/** Says that the first data of the page are there: a while after they are painted, what can wait may come. */
export const calmDown = (): void => {
  afterPaint(() => setTimeout(settle, REST_MS));
};

/** Does something in a task of its own once the first data are painted, and what is drawn now. Answers how to do without it. */
export const whenCalm = (act: () => void): (() => void) => {
  if (isCalm) return afterPaint(act);
  waiting.add(act);
  return () => waiting.delete(act);
};

/** Whether the first data of the page are painted; what is not needed for them is fetched only then, and drawn in slices. */
export const useCalm = (): boolean => {
  const [isSeen, setSeen] = useState(isCalm);
  useEffect(() => {
    const timer = setTimeout(settle, PATIENCE_MS);
    const leave = whenCalm(() => startTransition(() => setSeen(true)));
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, []);
  return isSeen;
};
