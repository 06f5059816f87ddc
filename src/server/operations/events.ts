import type { Handlers } from "../http/handlerTypes.ts";

/** Handler for the stream of changes. */
export const eventOperations = {
  listEvents: async ({ app, caller, http: { headers, reply } }) => {
    const { "last-event-id": lastId } = headers;
    await app.streams.open(reply, caller, /^\d{1,18}$/.test(String(lastId)) ? String(lastId) : undefined);
    return reply;
  },
} satisfies Partial<Handlers>;
