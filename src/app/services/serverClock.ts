/** A clock that follows the server's `Date`, so that a wrong clock of the computer makes no order late. */
export interface ServerClock {
  /** Now by the server, milliseconds since 1970. */
  now: () => number;
  /** The same once an answer has told it; until then not a number. */
  nowIfSynced: () => number;
  /** Learns from an answer. */
  sync: (response: Response) => Response;
  /** Tells when the clock has been put right, for what shows a time; answers how to end it. */
  onCorrection: (tell: () => void) => () => void;
}

const SECOND = 1_000;

/** Until the first answer the computer's clock serves; after it, elapsed time is counted on the monotonic clock. */
export const createServerClock = (): ServerClock => {
  let offset = Date.now() - performance.now();
  let isSet = false;
  const told = new Set<() => void>();
  return {
    now: () => offset + performance.now(),
    nowIfSynced: () => (isSet ? offset + performance.now() : Number.NaN),
    sync: (response) => {
      const heard = Date.parse(response.headers.get("Date") ?? "") - performance.now();
      // The header counts whole seconds: the clock moves only when it is off by more than that.
      if (Number.isFinite(heard) && (!isSet || Math.abs(heard - offset) > 2 * SECOND)) {
        offset = heard + SECOND / 2;
        isSet = true;
        for (const tell of told) tell();
      }
      return response;
    },
    onCorrection: (tell) => {
      told.add(tell);
      return () => told.delete(tell);
    },
  };
};
