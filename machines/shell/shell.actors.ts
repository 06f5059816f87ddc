import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { APP_NAME, readSavedSettings, type SavedSettings } from "./settings.ts";

type None = Readonly<Record<string, never>>;

/** Descriptor of the query for the user's companies and for the user's permissions in each company. */
export const ownCompanies: QueryDescriptor<None, readonly Schemas["Company"][]> = {
  name: "ownCompanies",
  load: (api: Api, _, signal) => unwrap(api.GET("/api/Company", { signal }), Array.isArray),
};

/** Descriptor of the query for the user's display settings. */
export const ownSettings: QueryDescriptor<None, SavedSettings> = {
  name: "ownSettings",
  load: async (api: Api, _, signal) =>
    readSavedSettings(await unwrap(api.GET("/api/UserSetting", { params: { query: { appName: APP_NAME } }, signal }))),
};
