const AHEAD_MS = 10_000;
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the time until an access token must be refreshed, ms: the remaining lifetime minus 10 s, but at least half of
 * the lifetime. A lifetime above 24 h is treated as 24 h.
 */
export const untilRefresh = (lifeMs: number): number => {
  const life = Math.min(Math.max(lifeMs, 0), LONGEST_MS);
  return Math.max(life - AHEAD_MS, life / 2);
};
