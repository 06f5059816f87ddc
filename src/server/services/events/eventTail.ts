import { AsyncResource } from "node:async_hooks";
import { type SqlBool, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";

/** Event as the database stores it. */
export type StoredEvent = Schemas["LiveEvent"] & {
  readonly eventId: string;
  /**
   * Recipient of an event for a single user. Null if all users of the company who may read the topic receive the event.
   */
  readonly userId: number | null;
};

type Listener = (events: readonly StoredEvent[]) => void;

const POLL_MS = 300;
/**
 * Maximum age of the events that the first poll reads, seconds. The first poll delivers no events: it only records the
 * ids of those that later polls must skip.
 */
const WINDOW_S = 10;
/**
 * Time after which the floor of the polls rises to the id of a delivered event, milliseconds. An event with a lower id
 * is never delivered if it is committed or becomes due only after the floor has risen.
 */
const LATE_MS = 20_000;
/** Overlap of a replay with the events that the client has already received, seconds. */
const OVERLAP_S = 30;

const columns = sql`id::text as "eventId", topic as type, company_id as "companyId", user_id as "userId",
  entity_id as id, version`;

/** SQL condition: the event may be delivered. The delay of an event must be shorter than `LATE_MS`. */
const isDueSql = sql<SqlBool>`(not_before is null or not_before <= clock_timestamp())`;

/** Source of new events for the clients of this process. */
export interface EventTail {
  /**
   * Calls the listener with new events until the returned function is called. Calls `onLost` if a failover has lost
   * events that were already delivered.
   */
  readonly listen: (listener: Listener, onLost?: () => void) => () => void;
  /**
   * Reads the events after the event `eventId`, and the events of the 30 s before it. Returns undefined if the event
   * `eventId` is no longer stored.
   */
  readonly readSince: (eventId: string) => Promise<readonly StoredEvent[] | undefined>;
  /**
   * Returns the delay of the latest event, seconds: the time from its writing (or the end of its intended delay) to its
   * delivery. Returns 0 before the first event.
   */
  readonly lastLag: () => number;
}

/** Events that the polls have read. */
interface Progress {
  /** Polls read only events with a larger id than this. */
  floor: number;
  /** Times at which the events above the floor were first read, keyed by event id. */
  readonly known: Map<string, number>;
}

type NewEvent = StoredEvent & { readonly lag: number };

/**
 * Reads the events above the floor that are due and not known. Compares ids, and times only for delayed events, so that
 * a jump of the clock or a long outage of the database neither hides nor repeats an event.
 */
const readNew = async (db: Db, { floor, known }: Progress): Promise<readonly NewEvent[]> => {
  const { rows } = await sql<NewEvent>`
    select ${columns}, extract(epoch from clock_timestamp() - coalesce(not_before, at)) as lag from event
    where id > ${floor}::bigint and id <> all(${[...known.keys()]}::bigint[]) and ${isDueSql}
    order by id`.execute(db);
  return rows;
};

/** Returns the id of the newest event that is too old for the first poll, or 0 if no event is too old. */
const readFloor = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ floor: number }>`select coalesce(max(id), 0) as floor from event
    where at <= now() - make_interval(secs => ${WINDOW_S})`.execute(db);
  return rows[0]?.floor ?? 0;
};

/**
 * Returns true if the polls have read an event that is newer than all stored events. The result is also true if the
 * clean-up has deleted all events.
 */
const hasLostEvents = async (db: Db, { floor, known }: Progress): Promise<boolean> => {
  const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from event`.execute(db);
  return Math.max(floor, ...[...known.keys()].map(Number)) > (rows[0]?.newest ?? 0);
};

/**
 * Creates the tail of the event table. While at least one client listens, the tail polls the table with pauses of 300
 * ms.
 */
export const createEventTail = (db: Db, onFault: (error: unknown) => void): EventTail => {
  const listeners = new Map<Listener, (() => void) | undefined>();
  /** Undefined before the first poll, after the database has lost events, and after the polling has stopped. */
  let progress: Progress | undefined;
  let hasFailed = false;
  let isRunning = false;
  let lastLag = 0;

  /** Resets the progress and informs the listeners if the database has lost events during a failure. */
  const checkAfterFailure = async (): Promise<void> => {
    if (hasFailed && progress && (await hasLostEvents(db, progress))) {
      progress = undefined;
      for (const onLost of [...listeners.values()]) onLost?.();
    }
    hasFailed = false;
  };

  const readEvents = async (): Promise<readonly StoredEvent[]> => {
    await checkAfterFailure();
    const isFirst = progress === undefined;
    const current = progress ?? { floor: await readFloor(db), known: new Map<string, number>() };
    const rows = await readNew(db, current);
    progress = current;
    const now = performance.now();
    for (const [eventId, at] of current.known) {
      if (now - at <= LATE_MS) continue;
      current.known.delete(eventId);
      current.floor = Math.max(current.floor, Number(eventId));
    }
    for (const { eventId } of rows) current.known.set(eventId, now);
    if (isFirst) return [];
    lastLag = rows.at(-1)?.lag ?? lastLag;
    return rows;
  };

  // The first listener starts the polling. Without `AsyncResource.bind`, the queries of all polls would be attributed
  // to the request of that listener.
  const poll = AsyncResource.bind(async (): Promise<void> => {
    try {
      const events = await readEvents();
      if (events.length > 0) for (const listener of listeners.keys()) listener(events);
    } catch (error) {
      hasFailed = true;
      onFault(error);
    }
    if (listeners.size > 0) {
      setTimeout(poll, POLL_MS).unref();
      return;
    }
    isRunning = false;
    progress = undefined;
  });

  return {
    listen: (listener, onLost) => {
      listeners.set(listener, onLost);
      if (!isRunning) {
        isRunning = true;
        void poll();
      }
      return () => void listeners.delete(listener);
    },
    readSince: async (eventId) => {
      const { rows } = await sql<StoredEvent>`select ${columns} from event
        where at > (select at from event where id = ${eventId}::bigint) - make_interval(secs => ${OVERLAP_S})
          and ${isDueSql}
        order by id`.execute(db);
      return rows.length > 0 ? rows : undefined;
    },
    lastLag: () => lastLag,
  };
};
