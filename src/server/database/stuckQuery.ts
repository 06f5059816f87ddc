const CHECKED_EVERY_MS = 1000;
/** Number of checks after which a query without an answer counts as stuck: 30 checks in 30 s. */
const CHECKS = 30;

/** Check for stuck queries on one connection. */
export interface QueryWatch {
  /** Runs a query and checks every second whether the query has been answered. */
  watch<Result>(query: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

/**
 * Calls `onStuck` if a query gets no answer for 30 checks, as happens when PGlite hangs after the disk was full. A long
 * query is not reported, because it blocks the event loop and therefore the checks.
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
