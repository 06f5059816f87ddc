/** Access token with its generation, a number that grows with each token. Machines see only the generation. */
interface Held {
  readonly generation: number;
  readonly token: string;
}

/** The only place that holds the access token. */
export interface TokenVault {
  /** Returns the current token, or undefined if there is none. */
  current(): Held | undefined;
  /** Stores a new token and returns its generation. */
  keep(token: string): number;
  /** Removes the token if its generation is still the current one. */
  drop(generation: number): void;
  empty(): void;
}

/** Creates a vault in memory. `mirror` is called with each change and can store the token for a reload of the tab. */
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
