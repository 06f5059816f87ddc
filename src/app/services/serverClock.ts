/**
 * Clock that follows the `Date` header of the server. A wrong clock of the computer therefore does not make orders look
 * overdue.
 */
export interface ServerClock {
  /** Returns the server's time, ms since 1970. */
  now: () => number;
  /** Returns the server's time, ms since 1970, or NaN before the first response. */
  nowIfSynced: () => number;
  /**
   * Corrects the clock by the `Date` header of the first response, and of each later response that differs from the
   * clock by more than 2 s. Returns the response.
   */
  sync: (response: Response) => Response;
  /** Registers a listener that is called after each correction. Returns an unsubscribe function. */
  onCorrection: (listener: () => void) => () => void;
}

const SECOND = 1_000;

/**
 * Creates a clock that starts with the computer's time. Later changes of the computer's time do not affect the clock.
 */
export const createServerClock = (): ServerClock => {
  let offset = Date.now() - performance.now();
  let isSet = false;
  const listeners = new Set<() => void>();
  return {
    now: () => offset + performance.now(),
    nowIfSynced: () => (isSet ? offset + performance.now() : Number.NaN),
    sync: (response) => {
      const received = Date.parse(response.headers.get("Date") ?? "") - performance.now();
      // The `Date` header is precise to one second. Differences up to two seconds therefore do not correct the clock.
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
