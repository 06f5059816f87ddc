import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

/**
 * Returns an actor that ends all sessions of a user except the current one. The actor outputs the number of ended
 * sessions.
 */
export const endOtherSessionsActors = (api: Api, userId: number) => ({
  run: fromPromise<number, { id: number }>(async ({ signal }) => {
    const { count } = await unwrap(
      api.DELETE("/api/Account/{userId}/Session", { params: { path: { userId } }, signal }),
    );
    return count;
  }),
});
