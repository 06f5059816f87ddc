import type { Api } from "#api/client.ts";
import type { LiveTopic } from "./environment.ts";
import type { Failure } from "./failure.ts";

/** Descriptor of read-only data, for example of a dashboard card or a report. */
export interface QueryDescriptor<Query, Data> {
  readonly name: string;
  load(api: Api, query: Query, signal: AbortSignal): Promise<Data>;
  /** Returns the polling intervals for the loaded data. If this function is absent, the intervals do not change. */
  polling?(query: Query, data: Data): Polling;
  /**
   * Live feed topics. The data are read again when the feed reports a change of one of these topics, and are polled less
   * often while the feed works (`Polling.live`).
   */
  readonly topics?: readonly LiveTopic[];
}

/** Input of the actor that reads the data once. */
export interface QueryRequest<Query> {
  readonly query: Query;
}

/** Loaded data with the query and the server time of the read, ms since 1970. */
export interface Loaded<Query, Data> {
  readonly query: Query;
  readonly data: Data;
  readonly at: number;
  /** New polling intervals. If absent, the intervals do not change. */
  readonly polling?: Polling | undefined;
}

/**
 * Cause of a read.
 * - `first`: a new query.
 * - `request`: a request of the user or of the parent machine.
 * - `poll`: an automatic read, for example after the polling interval.
 */
export type ReadCause = "first" | "request" | "poll";

/**
 * Polling intervals while the page is visible and while it is hidden, from the end of a read to the next read, ms. If
 * an interval is absent, the data are not polled in that case.
 */
export interface Polling {
  readonly visible?: number | undefined;
  readonly hidden?: number | undefined;
  /** Shortest interval while the live feed reports changes of the data. The default is a minute. */
  readonly live?: number | undefined;
}

const DEFAULT_MS = 60_000;

/**
 * Returns the polling intervals for data that can still change (`isLive`): only a visible page polls, by default once a
 * minute. Data that can no longer change are not polled.
 */
export const livePolling = (isLive: boolean, visible: number = DEFAULT_MS): Polling => (isLive ? { visible } : {});

/** Events that a query sends to its parent machine. `from` is the id under which the parent invokes the query. */
export type QueryReport<Query, Data, Id extends string = string> =
  | { type: "query.loaded"; from: Id; loaded: Loaded<Query, Data>; cause: ReadCause }
  | { type: "query.failed"; from: Id; failure: Failure };
