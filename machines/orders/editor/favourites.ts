import type { Schemas } from "#api/client.ts";

/** Maximum number of favourite dishes of a user in a company. The server keeps at most 50 settings of one module. */
export const MAX_FAVOURITES = 50;

/** Change of one dish that is not saved yet. `menuIds` has the ids of the dishes in the menu. */
export interface FavouriteChange {
  readonly itemId: number;
  readonly isFavourite: boolean;
  readonly menuIds: readonly number[];
}

/**
 * Returns the ids of the favourite dishes after a change. If the list would exceed the limit, dishes that are no longer
 * in the menu are left out, but not more than necessary.
 */
export const applyFavourite = (
  ids: readonly number[],
  { itemId, isFavourite, menuIds }: FavouriteChange,
): readonly number[] => {
  const others = ids.filter((id) => id !== itemId);
  if (!isFavourite) return others;
  const surplus = others.length + 1 - MAX_FAVOURITES;
  const dropped = others.filter((id) => !menuIds.includes(id)).slice(0, Math.max(0, surplus));
  return [...others.filter((id) => !dropped.includes(id)), itemId];
};

/** Returns the name of the settings module that stores the favourite dishes of a company. */
export const favouritesModule = (companyId: number): string => `favouriteItems.${companyId}`;

const USED = 1;

/** Returns the settings that store the given favourite dishes. The name of each setting is the id of a dish. */
export const toFavouriteSettings = (companyId: number, ids: readonly number[]): Schemas["ModuleSettings"] => ({
  module: favouritesModule(companyId),
  settings: ids.map((id) => ({ name: String(id), value: USED })),
});

/**
 * Returns the ids of the favourite dishes in the user's settings. Ignores other modules, names that are not ids, and
 * settings with another value.
 */
export const readFavouriteSettings = (companyId: number, { payload }: Schemas["UserSettings"]): readonly number[] =>
  payload
    .filter(({ module }) => module === favouritesModule(companyId))
    .flatMap(({ settings }) => settings)
    .filter(({ name, value }) => /^[1-9]\d*$/.test(name) && value === USED)
    .map(({ name }) => Number(name));
