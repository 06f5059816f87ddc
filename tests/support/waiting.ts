/**
 * Imitates a delay of the outside world that is a part of the simulated situation, such as the latency of a network or
 * the pause of a user; `architecture.test.ts` lists the files that may call it. A test that waits for a result waits
 * for its condition instead, for example with `expect.poll`.
 */
export const imitateDelay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition is true. Returns false if the condition is still false after `limitMs` milliseconds. */
export const pollUntil = async (
  isTrue: () => boolean | Promise<boolean>,
  { limitMs, intervalMs }: { readonly limitMs: number; readonly intervalMs: number },
): Promise<boolean> => {
  for (const end = performance.now() + limitMs; performance.now() < end; ) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  return isTrue();
};
