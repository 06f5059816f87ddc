import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { References } from "./references.machine.ts";
import { APP_NAME, readSaved, type SavedSettings } from "./settings.ts";

/** What the shell machine asks the server. */
export const shellActors = (api: Api) => ({
  loadCompanies: fromPromise(
    ({ signal }): Promise<readonly Schemas["Company"][]> => unwrap(api.GET("/api/Company", { signal }), Array.isArray),
  ),
  loadSettings: fromPromise(async ({ signal }): Promise<SavedSettings> => {
    const settings = await unwrap(api.GET("/api/UserSetting", { params: { query: { appName: APP_NAME } }, signal }));
    return readSaved(settings);
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
