import { useSyncExternalStore } from "react";

/** Number of a phone with its token in clear text. */
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

/** Keeps a new token until the list has shown it. It is stored nowhere else. */
export const showPhoneToken = ({ number, token }: PhoneToken): void => set({ number, token });

/** Removes the token. */
export const hidePhoneToken = (): void => set(undefined);

/** Returns the token to show, if any. */
export const usePhoneToken = (): PhoneToken | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );

/** Returns the address of the guide to connect a phone. The token is in the fragment, which browsers never send. */
export const trackerLink = (token?: string): string => `${location.origin}/PhoneTracker${token ? `#${token}` : ""}`;
