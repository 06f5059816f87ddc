import fc from "fast-check";

/** Number of random walks of a property; `npm run test:long` takes more. */
export const WALKS = Number(process.env["WALKS"] ?? 250);

/** Seed whose walks meet every planted fault soon. Faults are planted with it, so that a test takes the same time in every run. */
const FAULT_SEED = 20261121;
const FAULT_WALKS = 2000;

/** Throws the mistakes of a walk as one error. */
export const throwMistakes = (mistakes: readonly string[]): void => {
  if (mistakes.length > 0) throw new Error(mistakes.join("; "));
};

/** Takes random walks with a new seed. Throws the seed and the shortest walk that breaks the property. */
export const assertProperty = <Walk>(property: fc.IAsyncProperty<Walk>, walks = WALKS): Promise<void> =>
  fc.assert(property, { numRuns: walks });

/** Returns the mistakes that random walks find in a machine with a planted fault; empty when they find none. */
export const findMistakes = async <Walk>(property: fc.IAsyncProperty<Walk>): Promise<string> => {
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: FAULT_WALKS,
    seed: FAULT_SEED,
    endOnFailure: true,
  });
  return failed && errorInstance instanceof Error ? errorInstance.message : "";
};
