import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { APP_NAME } from "#machines/shell/settings.ts";
import {
  applyFavourite,
  type FavouriteChange,
  favouritesModule,
  readFavouriteSettings,
  toFavouriteSettings,
} from "./favourites.ts";

/** Dependencies of the actors of the favourite dishes. */
export interface FavouritesParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
}

const hasPayload = (data: unknown): data is Schemas["UserSettings"] =>
  typeof data === "object" && data !== null && Array.isArray(Reflect.get(data, "payload"));

const read = async (api: Api, companyId: number, signal?: AbortSignal): Promise<readonly number[]> => {
  const params = { query: { appName: APP_NAME, payload: [favouritesModule(companyId)] } };
  const settings = await unwrap(api.GET("/api/UserSetting", { params, ...(signal && { signal }) }), hasPayload);
  return readFavouriteSettings(companyId, settings);
};

/**
 * Reads the favourite dishes, adds or removes one dish, and saves the whole list, so that changes made in other
 * windows are kept. Returns the saved ids. The requests are not aborted, so a change is saved even if the user
 * leaves the screen immediately.
 */
const save = async (
  api: Api,
  { companyId, change }: { companyId: number; change: FavouriteChange },
): Promise<readonly number[]> => {
  const ids = applyFavourite(await read(api, companyId), change);
  const body = { appName: APP_NAME, payload: [toFavouriteSettings(companyId, ids)] };
  return readFavouriteSettings(companyId, await unwrap(api.POST("/api/UserSetting", { body }), hasPayload));
};

/** Returns the actors of the favourite dishes. */
export const favouritesActors = ({ api, environment }: FavouritesParts) => ({
  environment,
  read: fromPromise<readonly number[], { companyId: number }>(({ input, signal }) =>
    read(api, input.companyId, signal),
  ),
  save: fromPromise<readonly number[], { companyId: number; change: FavouriteChange }>(({ input }) => save(api, input)),
});
