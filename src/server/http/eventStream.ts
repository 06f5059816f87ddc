import type { FastifyReply } from "fastify";
import type { Db } from "../database/connection.ts";
import type { EventTail, StoredEvent } from "../services/events/eventTail.ts";
import {
  type ListenerRights,
  mayHear,
  readEndedSessions,
  readListenerRights,
} from "../services/events/listenerRights.ts";
import type { Caller } from "../services/session/caller.ts";
import { TooMany } from "../services/shared/domainErrors.ts";

/** Pause between two comments that keep the connection open, milliseconds. */
const HEARTBEAT_MS = 10_000;
/** Time for which the permissions of a listener are cached, milliseconds. */
const RIGHTS_MS = 5000;
/** Pause between two checks for ended sessions, milliseconds. */
const SESSIONS_MS = 5000;
/** Maximum amount of text that waits for a slow client, bytes. A client that exceeds it is disconnected. */
const MAX_UNREAD = 1024 * 1024;
const MAX_PER_USER = 20;
const MAX_PER_PROCESS = 5000;

/** Open streams of this process. */
export interface EventStreams {
  /**
   * Streams the events that the caller may read, until the access token expires or the session ends. Throws `TooMany`.
   */
  readonly open: (reply: FastifyReply, caller: Caller, lastEventId: string | undefined) => Promise<void>;
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

/** Creates the event streams of a process. `lifetimeMs` is the lifetime of an access token. */
export const createEventStreams = (root: Db, tail: EventTail, lifetimeMs: number): EventStreams => {
  const open = new Map<() => void, Caller>();

  const endSessions = async (): Promise<void> => {
    if (open.size === 0) return;
    const ended = await readEndedSessions(
      root,
      [...open.values()].map(({ sessionId }) => sessionId),
    );
    for (const [end, { sessionId }] of [...open]) if (ended.has(sessionId)) end();
  };
  // A failed check is ignored, because the next check follows after 5 s.
  const sessions = setInterval(() => void endSessions().catch(() => {}), SESSIONS_MS).unref();

  const checkLimits = (userId: number): void => {
    const own = [...open.values()].filter((caller) => caller.userId === userId).length;
    if (own >= MAX_PER_USER || open.size >= MAX_PER_PROCESS) throw new TooMany("Слишком много открытых потоков.", 30);
  };

  const start = (reply: FastifyReply, caller: Caller): ((events: readonly StoredEvent[]) => void) => {
    const { raw } = reply;
    let rights: { readonly value: ListenerRights | undefined; readonly at: number } | undefined;
    let queue = Promise.resolve();
    const end = () => {
      open.delete(end);
      stop();
      clearInterval(heartbeat);
      clearTimeout(expiry);
      raw.end();
    };
    const readRights = async (): Promise<ListenerRights | undefined> => {
      if (!rights || Date.now() - rights.at > RIGHTS_MS)
        rights = { value: await readListenerRights(root, caller), at: Date.now() };
      return rights.value;
    };
    const deliver = async (events: readonly StoredEvent[]): Promise<void> => {
      const current = await readRights();
      if (!current || raw.writableLength > MAX_UNREAD) return end();
      const text = events.filter((event) => mayHear(event, current, caller.userId)).map(messageOf);
      if (text.length > 0 && !raw.writableEnded) raw.write(text.join(""));
    };
    const enqueue = (events: readonly StoredEvent[]) => {
      queue = queue.then(() => deliver(events)).catch(end);
    };
    const stop = tail.listen(enqueue);
    const heartbeat = setInterval(() => raw.write(":\n\n"), HEARTBEAT_MS);
    const expiry = setTimeout(end, lifetimeMs);
    open.set(end, caller);
    raw.on("close", end);
    return enqueue;
  };

  return {
    open: async (reply, caller, lastEventId) => {
      checkLimits(caller.userId);
      // Events that arrive while the missed events are read are buffered, so that no event is lost.
      const early: StoredEvent[] = [];
      const stopEarly = tail.listen((events) => early.push(...events));
      const missed = lastEventId === undefined ? undefined : await tail.readSince(lastEventId);
      reply.hijack();
      const set = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, value ?? ""]));
      reply.raw.writeHead(200, { ...set, ...headers });
      // If the missed events are not available, the event `reset` tells the client to read all data again.
      reply.raw.write(missed ? ":\n\n" : "event: reset\ndata: {}\n\n");
      const enqueue = start(reply, caller);
      stopEarly();
      enqueue([...(missed ?? []), ...early]);
    },
    endAll: () => {
      clearInterval(sessions);
      for (const end of [...open.keys()]) end();
    },
  };
};
