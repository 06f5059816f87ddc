import { fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { Answered, Asked, Viewed } from "./view.ts";

/** What the machine of a view asks the server; `now` is the server's clock. */
export const viewActors = <Query, Answer>(api: Api, viewed: Viewed<Query, Answer>, now: () => number) => ({
  load: fromPromise(
    async ({ input, signal }: { input: Asked<Query>; signal: AbortSignal }): Promise<Answered<Query, Answer>> => ({
      query: input.query,
      answer: await viewed.load(api, input.query, signal),
      at: now(),
    }),
  ),
});
