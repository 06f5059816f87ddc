import fc from "fast-check";
import { withoutCounting } from "./coverage.ts";

/** Number of random walks of a property. `npm run test:long` runs more. */
export const WALKS = Number(process.env["WALKS"] ?? 250);

/** Seed whose walks find every planted fault early, so that these tests take the same time in every run. */
const FAULT_SEED = 20261121;
const FAULT_WALKS = 2000;

/** Throws one error with all mistakes of a walk. */
export const throwMistakes = (mistakes: readonly string[]): void => {
  if (mistakes.length > 0) throw new Error(mistakes.join("; "));
};

/** Runs random walks with a new seed. Throws the seed and the shortest walk that violates the property. */
export const assertProperty = <Walk>(property: fc.IAsyncProperty<Walk>, walks = WALKS): Promise<void> =>
  withoutCounting(() => fc.assert(property, { numRuns: walks }));

/** Returns the mistakes that random walks find in a machine with a planted fault, or an empty text. */
export const findMistakes = async <Walk>(property: fc.IAsyncProperty<Walk>): Promise<string> => {
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: FAULT_WALKS,
    seed: FAULT_SEED,
    endOnFailure: true,
  });
  return failed && errorInstance instanceof Error ? errorInstance.message : "";
};
