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

/** Pause between two comments that keep the connection open, ms. */
const HEARTBEAT_MS = 10_000;
/** Time for which the rights of a listener are cached, ms. */
const RIGHTS_MS = 5000;
/** Pause between two checks for ended sessions, ms. */
const SESSIONS_MS = 5000;
/** Text that a slow client may leave unread, bytes. */
const MAX_UNREAD = 1024 * 1024;
const MAX_PER_USER = 20;
const MAX_PER_PROCESS = 5000;

/** Open streams of this process. */
export interface EventStreams {
  /**
   * Answers a request with a stream of the events that the caller may be told of. It ends when the access token
   * expires or the session ends. Throws `TooMany`.
   */
  readonly open: (reply: FastifyReply, caller: Caller, lastEventId: string | undefined) => Promise<void>;
  readonly endAll: () => void;
}

const messageOf = ({ eventId, type, companyId, id, version }: StoredEvent): string =>
  `id: ${eventId}\ndata: ${JSON.stringify({ type, companyId, id, version })}\n\n`;

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  // A proxy that buffers would hold the events back.
  "x-accel-buffering": "no",
};

/** Creates the streams of a process. `lifetimeMs` is the lifetime of an access token. */
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
  // A failed check is repeated by the next one.
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
      // Events that come while the missed ones are read are kept, so that none is lost.
      const early: StoredEvent[] = [];
      const stopEarly = tail.listen((events) => early.push(...events));
      const missed = lastEventId === undefined ? undefined : await tail.readSince(lastEventId);
      reply.hijack();
      const set = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, value ?? ""]));
      reply.raw.writeHead(200, { ...set, ...headers });
      // Without the missed events the client must read everything again.
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
