import { useSyncExternalStore } from "react";

let path: string | undefined;
const listeners = new Set<() => void>();

const set = (next: string | undefined) => {
  path = next;
  for (const listener of listeners) listener();
};

/** Holds the one-time link of a new user from the form that made it until the list has shown it; nothing else keeps it. */
export const revealLink = (next: string): void => set(next);

/** Forgets the link. */
export const forgetLink = (): void => set(undefined);

/** The link that is to be shown, if any. */
export const useRevealedLink = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => path,
  );
