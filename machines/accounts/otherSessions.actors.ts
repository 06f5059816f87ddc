import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/** Returns the task that ends the sessions of a user except the current one, and returns their number. */
export const endOtherSessionsActors = (api: Api, userId: number) => ({
  run: fromPromise<number, { id: number }>(async ({ signal }) => {
    const { count } = await unwrap(
      api.DELETE("/api/Account/{userId}/Session", { params: { path: { userId } }, signal }),
    );
    return count;
  }),
});
