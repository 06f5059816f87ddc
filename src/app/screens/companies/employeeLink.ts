import { useSyncExternalStore } from "react";

let path: string | undefined;
const listeners = new Set<() => void>();

const set = (next: string | undefined) => {
  path = next;
  for (const listener of listeners) listener();
};

/** Keeps the one-time link of a new user until the list has shown it. It is stored nowhere else. */
export const showPasswordLink = (next: string): void => set(next);

/** Removes the link. */
export const hidePasswordLink = (): void => set(undefined);

/** Returns the link to show, if any. */
export const usePasswordLink = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => path,
  );
