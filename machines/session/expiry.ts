const AHEAD_MS = 10_000;
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the time until an access token must be refreshed, ms: 10 s before it expires, but at least half of its
 * lifetime.
 */
export const untilRefresh = (lifeMs: number): number => {
  const life = Math.min(Math.max(lifeMs, 0), LONGEST_MS);
  return Math.max(life - AHEAD_MS, life / 2);
};
