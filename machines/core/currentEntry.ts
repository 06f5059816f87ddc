import type { ApiProblem } from "#api/client.ts";

/**
 * Returns a function that reads the current record from the answer to a stale version (412). The function returns
 * undefined if `isWanted` rejects the record.
 */
export const currentEntry =
  <Conflict>(isWanted: (entry: unknown) => entry is Conflict) =>
  ({ body }: ApiProblem): Conflict | undefined => {
    const entry: unknown = Reflect.get(Object(body), "entry");
    return isWanted(entry) ? entry : undefined;
  };
