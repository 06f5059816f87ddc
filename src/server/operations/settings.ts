import type { Handlers } from "../http/handlerTypes.ts";
import { readSettings, saveSettings } from "../services/settings/settings.ts";

/** Handlers for the user's display settings. */
export const settingOperations = {
  getUserSettings: ({ db, caller, query }) => readSettings(db, caller.userId, query.appName ?? "client", query.payload),
  saveUserSettings: async ({ db, caller, body }) => {
    await saveSettings(db, caller.userId, body);
    return readSettings(db, caller.userId, body.appName, undefined);
  },
} satisfies Pick<Handlers, "getUserSettings" | "saveUserSettings">;
