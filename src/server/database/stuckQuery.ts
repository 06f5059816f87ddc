const CHECKED_EVERY_MS = 1000;
/** Number of checks after which a query without an answer is stuck: 30 s. */
const CHECKS = 30;

/** Watch of the queries of one connection. */
export interface QueryWatch {
  /** Runs a query under the watch. */
  watch<Result>(query: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

/**
 * Calls `onStuck` if a query gets no answer for 30 s. PGlite never answers again after a full disk. Checks are counted
 * instead of time, because a long query blocks the event loop and is not stuck.
 */
export const watchQueries = (onStuck: () => void, checkedEveryMs = CHECKED_EVERY_MS): QueryWatch => {
  let checks: number | undefined;
  const check = () => {
    if (checks === undefined) return;
    checks += 1;
    if (checks === CHECKS) onStuck();
  };
  const timer = setInterval(check, checkedEveryMs).unref();
  return {
    watch: async (query) => {
      checks = 0;
      try {
        return await query();
      } finally {
        checks = undefined;
      }
    },
    stop: () => clearInterval(timer),
  };
};
