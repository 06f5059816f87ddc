/** What a page remembers for the next one, so that names and colours are there with the first rows; cleared at sign-out with all local storage. */
const PREFIX = "remembered:";

/** Something kept under a name for a user; undefined when there is none or it is of another version. */
export const readCached = <T>(
  userId: number,
  name: string,
  isWanted: (value: unknown) => value is T,
): T | undefined => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${PREFIX}${userId}:${name}`) ?? "null");
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps something for the next page; a full storage is no fault. */
export const writeCached = (userId: number, name: string, value: unknown): void => {
  // An answer that comes after the sign-out must leave nothing behind.
  if (!localStorage.getItem("session")) return;
  try {
    localStorage.setItem(`${PREFIX}${userId}:${name}`, JSON.stringify(value));
  } catch {
    // The next page asks the server instead.
  }
};
