/** Access token with a generation number, which grows with each new token. Machines store only the number. */
interface Held {
  readonly generation: number;
  readonly token: string;
}

/**
 * Store of the access token in memory. Calls read the token only from this store, so a removed token is not used any
 * more.
 */
export interface TokenVault {
  /** Returns the current token, or undefined if the vault is empty. */
  current(): Held | undefined;
  /** Stores a new token. Returns the generation number of the token. */
  keep(token: string): number;
  /** Removes the token if the given generation number is still the current one. */
  drop(generation: number): void;
  empty(): void;
}

/**
 * Creates a vault in memory. `mirror` is called with the new token after each change, or with undefined after a
 * removal.
 */
export const createTokenVault = (mirror: (token: string | undefined) => void = () => {}): TokenVault => {
  let last = 0;
  let held: Held | undefined;
  const set = (next: Held | undefined) => {
    held = next;
    mirror(next?.token);
  };
  return {
    current: () => held,
    keep: (token) => {
      last += 1;
      set({ generation: last, token });
      return last;
    },
    drop: (generation) => {
      if (held?.generation === generation) set(undefined);
    },
    empty: () => set(undefined),
  };
};
