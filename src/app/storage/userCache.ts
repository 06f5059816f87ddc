/**
 * Key prefix of data that are cached for the next page load, so that names and colours appear with the first rows. The
 * data are deleted at the sign-out.
 */
const PREFIX = "remembered:";

/** Returns a user's cached value, or undefined if it is absent or invalid. */
export const readCached = <T>(userId: number, name: string, isValid: (value: unknown) => value is T): T | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${userId}:${name}`) ?? "null");
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Caches a value for the next page load. If the storage is full, nothing is cached. */
export const writeCached = (userId: number, name: string, value: unknown): void => {
  // A response may arrive after a sign-out and must not be written to the cleared storage.
  if (!localStorage.getItem("session")) return;
  try {
    localStorage.setItem(`${PREFIX}${userId}:${name}`, JSON.stringify(value));
  } catch {
    // The value is not cached if the storage is full. The next page load then reads it from the server.
  }
};
