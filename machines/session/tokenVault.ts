/** Access token with its generation. Machines know only the generation. */
interface Held {
  readonly generation: number;
  readonly token: string;
}

/** Only place where the access token is kept. */
export interface TokenVault {
  /** Returns the token to send, unless it was refused. */
  current(): Held | undefined;
  /** Keeps a new token and returns its generation. */
  keep(token: string): number;
  /** Removes the token of a generation, if it is still the current one. */
  drop(generation: number): void;
  empty(): void;
}

/** Creates a vault in memory. `mirror` receives every change, so that the token survives a reload of the tab. */
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
