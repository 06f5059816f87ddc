import fc from "fast-check";
import { withoutCounting } from "./coverage.ts";

/** Number of random event sequences for each property. `npm run test:long` uses more. */
export const WALKS = Number(process.env["WALKS"] ?? 250);

/**
 * Random seed with which every deliberately added fault is found early, so that these tests take the same time in
 * every run.
 */
const FAULT_SEED = 20261121;
const FAULT_WALKS = 2000;

/** Throws one error with all mistakes that a random event sequence found. Does nothing without mistakes. */
export const throwMistakes = (mistakes: readonly string[]): void => {
  if (mistakes.length > 0) throw new Error(mistakes.join("; "));
};

/**
 * Tests a property with random event sequences from a new seed. Throws the seed and the shortest sequence that
 * violates the property.
 */
export const assertProperty = <Walk>(property: fc.IAsyncProperty<Walk>, walks = WALKS): Promise<void> =>
  withoutCounting(() => fc.assert(property, { numRuns: walks }));

/**
 * Returns the mistakes that random event sequences find in a machine with a deliberately added fault, or an empty
 * text.
 */
export const findMistakes = async <Walk>(property: fc.IAsyncProperty<Walk>): Promise<string> => {
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: FAULT_WALKS,
    seed: FAULT_SEED,
    endOnFailure: true,
  });
  return failed && errorInstance instanceof Error ? errorInstance.message : "";
};
