const FIRST_MS = 500;
const LAST_MS = 4000;

/** Shortest and longest pause of an exponential back-off before jitter, ms. */
interface Bounds {
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Returns the pause before the next attempt, ms. It doubles with each `attempt`, counted from 1, up to `lastMs`, and is
 * multiplied by `chance` (jitter, 0 to 1).
 */
export const backoff = (
  attempt: number,
  chance: number,
  { firstMs, lastMs }: Bounds = { firstMs: FIRST_MS, lastMs: LAST_MS },
): number => Math.min(lastMs, firstMs * 2 ** (attempt - 1)) * chance;

/**
 * Returns the pause that a `Retry-After` header requests, ms, or undefined for an absent or invalid header. `now` is in
 * ms since 1970.
 */
export const retryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
};
