import { useEffect, useSyncExternalStore } from "react";

/** A screen that never says that it has its first data is taken to have it after this, milliseconds. */
const PATIENCE_MS = 2_000;

let isCalm = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const settle = () => {
  if (isCalm) return;
  isCalm = true;
  for (const listener of [...listeners]) listener();
};

/** How long the first data have the browser for themselves once they are painted, milliseconds. */
const REST_MS = 250;

/** Says that the first data of the page are there: a while after they are painted, what can wait may come. */
export const calmDown = (): void => {
  requestAnimationFrame(() => setTimeout(settle, REST_MS));
};

/** Does something once the first data are painted; at once when they are. */
export const whenCalm = (act: () => void): void => {
  if (isCalm) act();
  else {
    const leave = subscribe(() => {
      leave();
      act();
    });
  }
};

/** Whether the first data of the page are painted; what is not needed for them is fetched only then. */
export const useCalm = (): boolean => {
  useEffect(() => {
    const timer = setTimeout(settle, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => isCalm);
};
