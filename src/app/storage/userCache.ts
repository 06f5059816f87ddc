/** Prefix of the data that a page caches for the next one, so that names and colours appear with the first rows. Cleared at sign-out. */
const PREFIX = "remembered:";

/** Returns a cached value of a user, undefined if it is absent or has another shape. */
export const readCached = <T>(userId: number, name: string, isValid: (value: unknown) => value is T): T | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${userId}:${name}`) ?? "null");
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Caches a value for the next page. A full storage is ignored. */
export const writeCached = (userId: number, name: string, value: unknown): void => {
  // A response that arrives after a sign-out must not write to the cleared storage.
  if (!localStorage.getItem("session")) return;
  try {
    localStorage.setItem(`${PREFIX}${userId}:${name}`, JSON.stringify(value));
  } catch {
    // The next page reads the value from the server instead.
  }
};
