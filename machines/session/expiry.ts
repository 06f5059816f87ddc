const AHEAD_MS = 10_000;
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Milliseconds until a token of this life is refreshed: 10 s ahead of its end, but never before half of its life. */
export const untilRefresh = (lifeMs: number): number => {
  const life = Math.min(Math.max(lifeMs, 0), LONGEST_MS);
  return Math.max(life - AHEAD_MS, life / 2);
};
