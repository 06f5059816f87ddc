import { useEffect, useSyncExternalStore } from "react";

/** A screen that never says that it has its first data is taken to have it after this, milliseconds. */
const PATIENCE_MS = 600;

let isCalm = false;
const listeners = new Set<() => void>();

/** Says that the first data of the page are drawn: what can wait may come now. */
export const calmDown = (): void => {
  if (isCalm) return;
  isCalm = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the first data of the page are drawn; what is not needed for them is fetched only then. */
export const useCalm = (): boolean => {
  useEffect(() => {
    const timer = setTimeout(calmDown, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => isCalm);
};
