/**
 * Prefix of the local storage keys for data that are cached for the next page load. The cached data let names and
 * colours appear together with the first rows.
 */
const PREFIX = "remembered:";

/** Returns a cached value of a user, or undefined if it is absent or invalid. */
export const readCached = <T>(userId: number, name: string, isValid: (value: unknown) => value is T): T | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${userId}:${name}`) ?? "null");
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Caches a value of a user for the next page load. Does nothing if the same value is cached already, if no user is
 * signed in, or if the storage is full.
 */
export const writeCached = (userId: number, name: string, value: unknown): void => {
  // A response may arrive after the sign-out. It must not be written to the storage that was just cleared.
  if (!localStorage.getItem("session")) return;
  try {
    const key = `${PREFIX}${userId}:${name}`;
    const text = JSON.stringify(value);
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // If the storage is full, the next page load reads the value from the server.
  }
};
