/** Clock that follows the server's `Date` header, so that a wrong computer clock shows no order as late. */
export interface ServerClock {
  /** Returns the server's time, ms since 1970. */
  now: () => number;
  /** Returns the server's time, or NaN before the first response. */
  nowIfSynced: () => number;
  /** Corrects the clock by a response, which it returns. */
  sync: (response: Response) => Response;
  /** Calls a listener after each correction. Returns an unsubscribe function. */
  onCorrection: (listener: () => void) => () => void;
}

const SECOND = 1_000;

/** Creates a clock that starts with the computer's time. Elapsed time is monotonic. */
export const createServerClock = (): ServerClock => {
  let offset = Date.now() - performance.now();
  let isSet = false;
  const listeners = new Set<() => void>();
  return {
    now: () => offset + performance.now(),
    nowIfSynced: () => (isSet ? offset + performance.now() : Number.NaN),
    sync: (response) => {
      const received = Date.parse(response.headers.get("Date") ?? "") - performance.now();
      // The header has whole seconds, so smaller differences do not move the clock.
      if (Number.isFinite(received) && (!isSet || Math.abs(received - offset) > 2 * SECOND)) {
        offset = received + SECOND / 2;
        isSet = true;
        for (const listener of listeners) listener();
      }
      return response;
    },
    onCorrection: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
