import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Descriptor of the query for the state of the user's PIN. */
export const overridePinQuery: QueryDescriptor<{ readonly userId: number }, Schemas["OverridePin"]> = {
  name: "overridePin",
  load: (api, path, signal) => unwrap(api.GET("/api/Account/{userId}/OverridePin", { params: { path }, signal })),
};

/**
 * Returns the actors of the PIN form. `read` reads the password and the PIN from the form when the user submits the
 * form.
 */
export const overridePinActors = (api: Api, userId: number, read: () => Schemas["OverridePinSave"]) => ({
  change: fromPromise<void>(async ({ signal }) => {
    await unwrap(api.PUT("/api/Account/{userId}/OverridePin", { params: { path: { userId } }, body: read(), signal }));
  }),
});
