/** An access token under the number by which machines speak of it. */
interface Held {
  readonly generation: number;
  readonly token: string;
}

/** The only place of the access token: machines know its generation alone. */
export interface TokenVault {
  /** The token to send, if there is one that nobody has refused. */
  current(): Held | undefined;
  /** Keeps a new token and answers its generation. */
  keep(token: string): number;
  /** Forgets the token of that generation, if it is still the current one. */
  drop(generation: number): void;
  /** Forgets everything. */
  empty(): void;
}

/** A vault in memory; `mirror` hears of every change, so that a reload of the tab can find the token. */
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
