import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { SettingValues } from "./displaySettings.machine.ts";
import type { References } from "./references.machine.ts";
import type { SavedSettings } from "./settings.ts";

const APP_NAME = "client";

const savedSettings = ({ payload }: Schemas["UserSettings"]): SavedSettings =>
  Object.fromEntries(
    payload.map(({ module, settings }) => [
      module,
      Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    ]),
  );

/** What the shell machine asks the server. */
export const shellActors = (api: Api) => ({
  loadCompanies: fromPromise(
    ({ signal }): Promise<readonly Schemas["Company"][]> => unwrap(api.GET("/api/Company", { signal }), Array.isArray),
  ),
  loadSettings: fromPromise(async ({ signal }): Promise<SavedSettings> => {
    const settings = await unwrap(api.GET("/api/UserSetting", { params: { query: { appName: APP_NAME } }, signal }));
    return savedSettings(settings);
  }),
});

/** What the references machine asks the server. */
export const referencesActors = (api: Api) => ({
  load: fromPromise(
    async ({
      input: { companyId },
      signal,
    }: {
      input: { companyId: number };
      signal: AbortSignal;
    }): Promise<References> => {
      const request = { params: { path: { companyId } }, signal };
      const [statuses, tags] = await Promise.all([
        unwrap(api.GET("/api/OrderStatus/Company/{companyId}", request), Array.isArray),
        unwrap(api.GET("/api/Tag/Company/{companyId}", request), Array.isArray),
      ]);
      return { statuses, tags };
    },
  ),
});

/** What the display-settings machine asks the server. */
export const displaySettingsActors = (api: Api) => ({
  save: fromPromise(
    async ({
      input,
      signal,
    }: {
      input: { module: string; values: SettingValues };
      signal: AbortSignal;
    }): Promise<SavedSettings> => {
      const settings = Object.entries(input.values).map(([name, value]) => ({ name, value }));
      const body = { appName: APP_NAME, payload: [{ module: input.module, settings }] };
      return savedSettings(await unwrap(api.POST("/api/UserSetting", { body, signal })));
    },
  ),
});

/** What the notifications machine asks the server. */
export const notificationsActors = (api: Api) => ({
  load: fromPromise(
    ({ signal }): Promise<readonly Schemas["Notification"][]> =>
      unwrap(api.GET("/api/Notification", { params: { query: { isUnreadOnly: true } }, signal }), Array.isArray),
  ),
  markRead: fromPromise(
    async ({ input: { id }, signal }: { input: { id: number }; signal: AbortSignal }): Promise<void> => {
      await unwrap(api.POST("/api/Notification/{id}", { params: { path: { id } }, signal }));
    },
  ),
});
