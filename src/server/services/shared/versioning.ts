import type { CatalogueScope } from "../catalogue/catalogueScope.ts";
import { invalidFields, Stale } from "./domainErrors.ts";

/** Id of a record and the version that the caller saw. */
export interface VersionedId {
  readonly id: number;
  readonly seen: number | undefined;
}

/** Data for saving a catalogue record: the user, the user's catalogue scope, and the uploaded picture. */
export interface Saver {
  readonly userId: number;
  readonly scope: CatalogueScope;
  readonly picture: Buffer | undefined;
}

/**
 * Throws `Stale` with the current record if the caller saw a different version. `what` is the Russian name of the
 * record for the user, and `name` its key in the response.
 */
export const checkVersion = (
  entry: { readonly version: number },
  seen: number | undefined,
  what = "Запись",
  name = "entry",
): void => {
  if (seen !== undefined && seen !== entry.version) throw new Stale(what, { [name]: entry });
};

/**
 * Returns the reason why a trimmed name is not allowed, or undefined if it is allowed. A name must not be empty or
 * contain line breaks or control characters.
 */
export const findNameFlaw = (name: string): string | undefined => {
  if (name === "") return "Укажите название.";
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? "Название — одна строка без переносов и табуляций." : undefined;
};

/** Trims and returns a name. Throws `Invalid` when the name is not allowed. */
export const parseName = (text: string): string => {
  const name = text.trim();
  const flaw = findNameFlaw(name);
  if (flaw) throw invalidFields({ name: flaw });
  return name;
};
