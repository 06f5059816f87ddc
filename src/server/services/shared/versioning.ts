import type { CatalogueScope } from "../catalogue/catalogueScope.ts";
import { invalidFields, Stale } from "./domainErrors.ts";

/** An entry and the version that the caller saw. */
export interface Seen {
  readonly id: number;
  readonly seen: number | undefined;
}

/** Who saves an entry of a catalogue, within what scope, and the picture that came with it. */
export interface Saver {
  readonly userId: number;
  readonly scope: CatalogueScope;
  readonly picture: Buffer | undefined;
}

/** Throws `Stale` with the entry as it is now when the caller saw another version; `what` names it to people, `name` on the wire. */
export const checkVersion = (
  entry: { readonly version: number },
  seen: number | undefined,
  what = "Запись",
  name = "entry",
): void => {
  if (seen !== undefined && seen !== entry.version) throw new Stale(what, { [name]: entry });
};

/** A name without the spaces around it. Throws `Invalid` when nothing is left. */
export const requireName = (text: string): string => {
  const name = text.trim();
  if (!name) throw invalidFields({ name: "Укажите название." });
  return name;
};
