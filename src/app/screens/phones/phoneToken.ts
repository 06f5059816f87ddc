import { useSyncExternalStore } from "react";

/** The number of a phone and its token in clear. */
export interface PhoneToken {
  readonly number: string;
  readonly token: string;
}

let shown: PhoneToken | undefined;
const listeners = new Set<() => void>();

const set = (next: PhoneToken | undefined) => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Holds the token of a phone from the call that made it until the list has shown it; nothing else keeps it. */
export const revealToken = ({ number, token }: PhoneToken): void => set({ number, token });

/** Forgets the token. */
export const forgetToken = (): void => set(undefined);

/** The token that is to be shown, if any. */
export const useRevealedToken = (): PhoneToken | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );

/** The page that says how a phone is connected; a token goes with it behind `#`, which is never sent to a server. */
export const trackerLink = (token?: string): string => `${location.origin}/PhoneTracker${token ? `#${token}` : ""}`;
