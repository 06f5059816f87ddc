import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import type { Api } from "#api/client.ts";
import type { Loaded, QueryDescriptor, QueryRequest } from "./query.ts";

/** Dependencies of the query actors. `now` returns the server's time, ms since 1970. */
export interface QueryParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly now: () => number;
}

export const queryActors = <Query, Data>(
  { api, environment, now }: QueryParts,
  descriptor: QueryDescriptor<Query, Data>,
) => ({
  environment,
  load: fromPromise<Loaded<Query, Data>, QueryRequest<Query>>(async ({ input: { query }, signal }) => {
    const data = await descriptor.load(api, query, signal);
    return { query, data, at: now(), polling: descriptor.polling?.(query, data) };
  }),
});
