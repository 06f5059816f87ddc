import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { SettingValues } from "./displaySettings.machine.ts";
import { APP_NAME, readSavedSettings, type SavedSettings } from "./settings.ts";

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
      return readSavedSettings(await unwrap(api.POST("/api/UserSetting", { body, signal })));
    },
  ),
});
