import fc from "fast-check";
import { withoutCounting } from "./coverage.ts";

/** Number of random event sequences for each property. `npm run test:long` uses more. */
export const WALKS = Number(process.env["WALKS"] ?? 250);

/**
 * Random seed that makes the tests detect every mutant early. A fixed seed makes the tests equally long in every run.
 */
const FAULT_SEED = 20261121;
const FAULT_WALKS = 2000;

/** Throws one error with all mistakes of a random event sequence. Does nothing without mistakes. */
export const throwMistakes = (mistakes: readonly string[]): void => {
  if (mistakes.length > 0) throw new Error(mistakes.join("; "));
};

/**
 * Tests a property with random values from a new seed, by default with random event sequences, for at most `limitMs`
 * milliseconds. The error contains the seed and the smallest failing value that was found.
 */
export const assertProperty = <Value>(
  property: fc.IAsyncProperty<Value>,
  runs = WALKS,
  limitMs?: number,
): Promise<void> =>
  withoutCounting(() =>
    fc.assert(property, { numRuns: runs, ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs }) }),
  );

/** Returns the mistakes of a mutant, or an empty string if the random event sequences find none. */
export const findMistakes = async <Walk>(property: fc.IAsyncProperty<Walk>): Promise<string> => {
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: FAULT_WALKS,
    seed: FAULT_SEED,
    endOnFailure: true,
  });
  return failed && errorInstance instanceof Error ? errorInstance.message : "";
};
