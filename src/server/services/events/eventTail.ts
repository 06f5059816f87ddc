import { AsyncResource } from "node:async_hooks";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";

/** Event as the database stores it. */
export type StoredEvent = Schemas["LiveEvent"] & {
  readonly eventId: string;
  /** User who is the sole recipient of the event. Null for all users of the company who may read the topic. */
  readonly userId: number | null;
};

type Listener = (events: readonly StoredEvent[]) => void;

const POLL_MS = 300;
/**
 * Time span that each poll reads again, seconds. A poll can miss an event, because an event may be committed after an
 * event with a higher id.
 */
const WINDOW_S = 10;
/**
 * Time for which the id of an event is remembered after its first read, milliseconds. This time must exceed the window
 * of a poll.
 */
const KNOWN_MS = 2 * WINDOW_S * 1000;
/** Overlap of a replay with the events that the client has already received, seconds. */
const OVERLAP_S = 30;

const columns = sql`id::text as "eventId", topic as type, company_id as "companyId", user_id as "userId",
  entity_id as id, version`;

/** Source of new events for the clients of this process. */
export interface EventTail {
  /** Calls the listener with new events until the returned function is called. */
  readonly listen: (listener: Listener) => () => void;
  /**
   * Reads the events that were written after an event, and those of the 30 s before it. Returns undefined if that event
   * is no longer stored.
   */
  readonly readSince: (eventId: string) => Promise<readonly StoredEvent[] | undefined>;
  readonly listenerCount: () => number;
  /** Returns the time between the writing of the last event and its delivery, seconds. 0 before the first event. */
  readonly lastLag: () => number;
}

/** Creates the tail of the event table: polls the table every 300 ms while at least one client listens. */
export const createEventTail = (db: Db, onFault: (error: unknown) => void): EventTail => {
  const listeners = new Set<Listener>();
  /** Times at which events were first read, keyed by event id. Undefined before the first poll. */
  let known: Map<string, number> | undefined;
  let isRunning = false;
  let lastLag = 0;

  const readNew = async (): Promise<readonly StoredEvent[]> => {
    const seen = known ?? new Map<string, number>();
    const { rows } = await sql<StoredEvent & { readonly lag: number }>`
      select ${columns}, extract(epoch from clock_timestamp() - at) as lag from event
      where at > now() - make_interval(secs => ${WINDOW_S}) and id <> all(${[...seen.keys()]}::bigint[])
      order by id`.execute(db);
    const isFirst = known === undefined;
    known = seen;
    const now = performance.now();
    for (const [eventId, at] of seen) if (now - at > KNOWN_MS) seen.delete(eventId);
    for (const { eventId } of rows) seen.set(eventId, now);
    if (isFirst) return [];
    lastLag = rows.at(-1)?.lag ?? lastLag;
    return rows;
  };

  // The first listener starts the polling. Without `AsyncResource.bind`, the queries of all polls would be attributed
  // to the request of that listener.
  const poll = AsyncResource.bind(async (): Promise<void> => {
    try {
      const events = await readNew();
      if (events.length > 0) for (const listener of listeners) listener(events);
    } catch (error) {
      onFault(error);
    }
    if (listeners.size > 0) {
      setTimeout(poll, POLL_MS).unref();
      return;
    }
    isRunning = false;
    known = undefined;
  });

  return {
    listen: (listener) => {
      listeners.add(listener);
      if (!isRunning) {
        isRunning = true;
        void poll();
      }
      return () => void listeners.delete(listener);
    },
    readSince: async (eventId) => {
      const { rows } = await sql<StoredEvent>`select ${columns} from event
        where at > (select at from event where id = ${eventId}::bigint) - make_interval(secs => ${OVERLAP_S})
        order by id`.execute(db);
      return rows.length > 0 ? rows : undefined;
    },
    listenerCount: () => listeners.size,
    lastLag: () => lastLag,
  };
};
