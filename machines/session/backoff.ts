const FIRST_MS = 500;
const LAST_MS = 4000;

/** Milliseconds to wait after the given attempt (from 1): 0.5, 1, 2, 4 s, scaled by `chance` of 0 to 1 (full jitter). */
export const backoff = (attempt: number, chance: number): number =>
  Math.min(LAST_MS, FIRST_MS * 2 ** (attempt - 1)) * chance;

/** Milliseconds that a `Retry-After` header asks for, given as seconds or as a date; none if it is absent or unreadable. */
export const retryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
};
