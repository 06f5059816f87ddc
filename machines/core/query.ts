import type { Api } from "#api/client.ts";
import type { LiveTopic } from "./environment.ts";
import type { Failure } from "./failure.ts";

/** Descriptor of read-only data, for example of a dashboard card or a report. */
export interface QueryDescriptor<Query, Data> {
  readonly name: string;
  load(api: Api, query: Query, signal: AbortSignal): Promise<Data>;
  /** Returns the polling intervals for the loaded data. Without this method the data are read again only on request. */
  polling?(query: Query, data: Data): Polling;
  /** Topics of the live feed. The data are read again when one of them has changed, and polled less often meanwhile. */
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

/** Cause of a read: `first` is a new query, `request` is the user's request, `poll` is the timer. */
export type ReadCause = "first" | "request" | "poll";

/** Polling intervals, ms. Without an interval there is no polling. */
export interface Polling {
  readonly visible?: number | undefined;
  /** Interval while the page is hidden, ms. */
  readonly hidden?: number | undefined;
}

const LIVE_MS = 60_000;

/**
 * Returns the polling intervals for data that may still change, every minute by default. Returns no polling if `isLive`
 * is false.
 */
export const livePolling = (isLive: boolean, visible: number = LIVE_MS): Polling => (isLive ? { visible } : {});

/** Events that a query sends to its parent machine. `from` is the id under which the parent invokes the query. */
export type QueryReport<Query, Data, Id extends string = string> =
  | { type: "query.loaded"; from: Id; loaded: Loaded<Query, Data>; cause: ReadCause }
  | { type: "query.failed"; from: Id; failure: Failure };
