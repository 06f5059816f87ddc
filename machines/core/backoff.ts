const FIRST_MS = 500;
const LAST_MS = 4000;

/** Pauses of an exponential back-off, ms. */
interface Bounds {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Returns the pause after an attempt (from 1), ms: doubled each time, scaled by `chance` of 0 to 1 (jitter). By default 0.5, 1, 2, 4 s. */
export const backoff = (
  attempt: number,
  chance: number,
  { firstMs, lastMs }: Bounds = { firstMs: FIRST_MS, lastMs: LAST_MS },
): number => Math.min(lastMs, firstMs * 2 ** (attempt - 1)) * chance;

/** Returns the pause that a `Retry-After` header asks for, ms; undefined when it is absent or unreadable. `now` is in ms since 1970. */
export const retryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
};
