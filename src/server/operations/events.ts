import type { Handlers } from "../http/handlerTypes.ts";
import { NotAcceptable } from "../services/shared/domainErrors.ts";

/** Handler for the event stream of changes. */
export const eventOperations = {
  listEvents: async ({ app, caller, http: { headers, reply } }) => {
    const { accept, "last-event-id": lastId } = headers;
    // A client that does not expect a stream would wait forever for the end of the response.
    if (accept?.includes("text/event-stream") !== true)
      throw new NotAcceptable("Поток событий отдаётся только с заголовком Accept: text/event-stream.");
    await app.streams.open(reply, caller, /^\d{1,18}$/.test(String(lastId)) ? String(lastId) : undefined);
    return reply;
  },
} satisfies Partial<Handlers>;
