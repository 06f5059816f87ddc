import type { FastifyReply } from "fastify";
import type { Db } from "../database/connection.ts";
import type { EventTail, StoredEvent } from "../services/events/eventTail.ts";
import { type ListenerRights, mayHear, readListenerRights } from "../services/events/listenerRights.ts";
import type { Caller } from "../services/session/caller.ts";
import { NotSignedIn, TooMany } from "../services/shared/domainErrors.ts";
import { HttpProblem } from "./httpProblem.ts";

/** Interval between the empty messages (SSE comments) that keep the connection open, milliseconds. */
const HEARTBEAT_MS = 10_000;
/** Interval at which the permissions of all listeners are read again, milliseconds. */
const RIGHTS_MS = 5000;
/** Maximum age of a listener's permissions, milliseconds. The stream of a listener with older permissions is ended. */
const MAX_RIGHTS_AGE_MS = 15_000;
/** Maximum size of the unsent data of a slow client, bytes. A client that exceeds this size is disconnected. */
const MAX_UNREAD = 1024 * 1024;
const MAX_PER_USER = 20;
const MAX_PER_PROCESS = 5000;

/** Open streams of this process. */
export interface EventStreams {
  /**
   * Streams the events that the caller may read, for the lifetime of an access token at most. Ends the stream earlier
   * if the session ends, the client reads too slowly, the permissions cannot be read, or a failover has lost events.
   * Throws `TooMany` if the user or the process has too many open streams, `NotSignedIn` if the session has just ended,
   * or a 503 problem after `endAll`.
   */
  readonly open: (reply: FastifyReply, caller: Caller, lastEventId: string | undefined) => Promise<void>;
  /**
   * Ends all streams and refuses new ones. The clients then reconnect, and a load balancer connects them to a different
   * process.
   */
  readonly endAll: () => void;
}

const messageOf = ({ eventId, type, companyId, id, version }: StoredEvent): string =>
  `id: ${eventId}\ndata: ${JSON.stringify({ type, companyId, id, version })}\n\n`;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  // A proxy that buffers the response would delay the events.
  "x-accel-buffering": "no",
};

interface Stream {
  readonly caller: Caller;
  /** Stores new permissions. Undefined means that the session has ended, and ends the stream. */
  readonly keepRights: (rights: ListenerRights | undefined, at: number) => void;
  readonly end: () => void;
}

/** Creates the event streams of a process. `lifetimeMs` is the lifetime of an access token. */
export const createEventStreams = (root: Db, tail: EventTail, lifetimeMs: number): EventStreams => {
  const open = new Set<Stream>();
  let isReadingRights = false;
  let hasEnded = false;

  // All streams share one query. With a query per stream, the streams would cost the server more CPU time than clients
  // that poll.
  const refreshRights = async (): Promise<void> => {
    if (open.size === 0 || isReadingRights) return;
    isReadingRights = true;
    try {
      // The loop below must not contain a stream that opens during the query: its rights are missing in the result, so
      // it would be ended. The streams are therefore copied before the query.
      const streams = [...open];
      const at = performance.now();
      const rights = await readListenerRights(
        root,
        streams.map(({ caller }) => caller.sessionId),
      );
      for (const { caller, keepRights } of streams) keepRights(rights.get(caller.sessionId), at);
    } finally {
      isReadingRights = false;
    }
  };
  // A failed read is ignored, because the next read follows after 5 s.
  const refreshing = setInterval(() => void refreshRights().catch(() => {}), RIGHTS_MS).unref();

  const checkLimits = (userId: number): void => {
    if (hasEnded) throw new HttpProblem(503, "Сервер останавливается.", { headers: { "retry-after": "1" } });
    const own = [...open].filter(({ caller }) => caller.userId === userId).length;
    if (own >= MAX_PER_USER || open.size >= MAX_PER_PROCESS) throw new TooMany("Слишком много открытых потоков.", 30);
  };

  const start = (
    { raw }: FastifyReply,
    caller: Caller,
    given: { readonly rights: ListenerRights; readonly at: number },
  ): ((events: readonly StoredEvent[]) => void) => {
    let current = given;
    const deliver = (events: readonly StoredEvent[]): void => {
      if (performance.now() - current.at > MAX_RIGHTS_AGE_MS || raw.writableLength > MAX_UNREAD) {
        stream.end();
        return;
      }
      const text = events.filter((event) => mayHear(event, current.rights, caller.userId)).map(messageOf);
      if (text.length > 0 && !raw.writableEnded) raw.write(text.join(""));
    };
    const stream: Stream = {
      caller,
      keepRights: (rights, at) => {
        if (rights) current = { rights, at };
        else stream.end();
      },
      end: () => {
        open.delete(stream);
        stop();
        clearInterval(heartbeat);
        clearTimeout(expiry);
        raw.end();
      },
    };
    const stop = tail.listen(deliver, () => stream.end());
    const heartbeat = setInterval(() => raw.write(":\n\n"), HEARTBEAT_MS);
    const expiry = setTimeout(stream.end, lifetimeMs);
    open.add(stream);
    raw.on("close", stream.end);
    return deliver;
  };

  return {
    open: async (reply, caller, lastEventId) => {
      // Events that arrive while the missed events are read are buffered, so that no event is lost.
      const early: StoredEvent[] = [];
      const stopEarly = tail.listen((events) => early.push(...events));
      try {
        const missed = lastEventId === undefined ? undefined : await tail.readSince(lastEventId);
        const at = performance.now();
        const rights = (await readListenerRights(root, [caller.sessionId])).get(caller.sessionId);
        if (!rights) throw new NotSignedIn();
        // No `await` may separate this check from the start of the stream. Otherwise simultaneous calls could exceed
        // the limits.
        checkLimits(caller.userId);
        reply.hijack();
        const set = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, value ?? ""]));
        reply.raw.writeHead(200, { ...set, ...headers });
        // If the client sent no event id, or its event is no longer stored, the missed events are unknown. The event
        // `reset` then tells the client to read all data again.
        reply.raw.write(missed ? ":\n\n" : "event: reset\ndata: {}\n\n");
        start(reply, caller, { rights, at })([...(missed ?? []), ...early]);
      } finally {
        stopEarly();
      }
    },
    endAll: () => {
      hasEnded = true;
      clearInterval(refreshing);
      for (const { end } of [...open]) end();
    },
  };
};
