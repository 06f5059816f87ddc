import type { FastifyReply } from "fastify";
import type { Db } from "../database/connection.ts";
import type { EventTail, StoredEvent } from "../services/events/eventTail.ts";
import { canReceiveEvent, type ListenerRights, readListenerRights } from "../services/events/listenerRights.ts";
import type { Caller } from "../services/session/caller.ts";
import { NotSignedIn, TooMany } from "../services/shared/domainErrors.ts";
import { HttpProblem } from "./httpProblem.ts";

/** Interval between the empty messages (SSE comments) that keep the connection open, milliseconds. */
const HEARTBEAT_MS = 15_000;
/**
 * Interval at which the permissions of all listeners are read again, milliseconds. After this time at the latest, new
 * permissions apply and the stream of an expired session ends; the stream of a revoked session is ended by the event
 * `session`.
 */
const RIGHTS_MS = 30_000;
/** Maximum size of the unsent data of a slow client, bytes. A client that exceeds this size is disconnected. */
const MAX_UNREAD = 1024 * 1024;
const MAX_PER_USER = 20;
const MAX_PER_PROCESS = 5000;

/** Open streams of this process. */
export interface EventStreams {
  /**
   * Streams the events that the caller may read until the session ends, at most for the lifetime of an access token.
   * Throws `TooMany` if the user or the process has too many open streams, `NotSignedIn` if the session has just ended,
   * or a 503 problem after `endAll`.
   */
  readonly open: (reply: FastifyReply, caller: Caller, lastEventId: string | undefined) => Promise<void>;
  /** Returns the number of open streams. */
  readonly count: () => number;
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
  /** Returns true if the permissions that were read last allow the caller to read the event. */
  readonly mayRead: (event: StoredEvent) => boolean;
  /** Stores new permissions. Ends the stream if they are undefined, because the session has then ended. */
  readonly keepRights: (rights: ListenerRights | undefined) => void;
  /** Sends the events that the caller may read. */
  readonly send: (events: readonly StoredEvent[]) => void;
  readonly end: () => void;
}

/** Creates the event streams of a process. `lifetimeMs` is the lifetime of an access token. */
export const createEventStreams = (root: Db, tail: EventTail, lifetimeMs: number): EventStreams => {
  const open = new Set<Stream>();
  let isReadingRights = false;
  let hasEnded = false;
  let delivery = Promise.resolve();
  let stopListening: (() => void) | undefined;

  const endStreams = (streams: Iterable<Stream>): void => {
    for (const { end } of [...streams]) end();
  };

  /**
   * Reads the permissions of the streams in one query. With a query per stream, the streams would cost the server more
   * CPU time than clients that poll.
   */
  const readRights = async (streams: readonly Stream[]): Promise<void> => {
    const rights = await readListenerRights(
      root,
      streams.map(({ caller }) => caller.sessionId),
    );
    for (const { caller, keepRights } of streams) keepRights(rights.get(caller.sessionId));
  };

  const refreshRights = async (): Promise<void> => {
    if (open.size === 0 || isReadingRights) return;
    isReadingRights = true;
    try {
      await readRights([...open]);
    } finally {
      isReadingRights = false;
    }
  };
  // A failed read is ignored, because `deliver` reads the permissions again before it sends events.
  const refreshing = setInterval(() => void refreshRights().catch(() => {}), RIGHTS_MS).unref();

  /**
   * Reads the permissions of the listeners again, and sends the events to those who may still read them. If the
   * permissions cannot be read, ends the streams, so that the clients reconnect and receive the missed events.
   */
  const deliver = async (events: readonly StoredEvent[], streams: readonly Stream[]): Promise<void> => {
    const readers = streams.filter((stream) => open.has(stream) && events.some(stream.mayRead));
    if (readers.length === 0) return;
    try {
      await readRights(readers);
      for (const { send } of readers) send(events);
    } catch {
      endStreams(readers);
    }
  };

  const startListening = (): void => {
    stopListening ??= tail.listen(
      (events) => {
        // The list of streams is taken now, although the delivery may begin later. A stream that opens in the meantime
        // gets these events from `EventStreams.open`.
        const streams = [...open];
        delivery = delivery.then(() => deliver(events, streams));
      },
      () => endStreams(open),
    );
  };

  const checkLimits = (userId: number): void => {
    if (hasEnded) throw new HttpProblem(503, "Сервер останавливается.", { headers: { "retry-after": "1" } });
    const own = [...open].filter(({ caller }) => caller.userId === userId).length;
    if (own >= MAX_PER_USER || open.size >= MAX_PER_PROCESS) throw new TooMany("Слишком много открытых потоков.", 30);
  };

  const start = ({ raw }: FastifyReply, caller: Caller, given: ListenerRights): Stream => {
    let rights = given;
    const mayRead = (event: StoredEvent): boolean => canReceiveEvent(event, rights, caller.userId);
    const end = (): void => {
      open.delete(stream);
      clearInterval(heartbeat);
      clearTimeout(expiry);
      raw.end();
      if (open.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    };
    const stream: Stream = {
      caller,
      mayRead,
      keepRights: (read) => {
        if (read) rights = read;
        else end();
      },
      send: (events) => {
        if (raw.writableLength > MAX_UNREAD) return end();
        const text = events.filter(mayRead).map(messageOf);
        if (text.length > 0 && !raw.writableEnded) raw.write(text.join(""));
      },
      end,
    };
    const heartbeat = setInterval(() => raw.write(":\n\n"), HEARTBEAT_MS);
    const expiry = setTimeout(end, lifetimeMs);
    open.add(stream);
    startListening();
    raw.on("close", end);
    return stream;
  };

  return {
    open: async (reply, caller, lastEventId) => {
      // Events that arrive while the missed events are read are buffered, so that no event is lost.
      const early: StoredEvent[] = [];
      const stopEarly = tail.listen((events) => early.push(...events));
      try {
        const missed = lastEventId === undefined ? undefined : await tail.readSince(lastEventId);
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
        start(reply, caller, rights).send([...(missed ?? []), ...early]);
      } finally {
        stopEarly();
      }
    },
    count: () => open.size,
    endAll: () => {
      hasEnded = true;
      clearInterval(refreshing);
      endStreams(open);
    },
  };
};
