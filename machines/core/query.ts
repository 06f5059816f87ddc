import type { Api } from "#api/client.ts";
import type { Failure } from "./failure.ts";

/** Descriptor of a read-only screen part, for example a dashboard card or a report. */
export interface QueryDescriptor<Query, Data> {
  readonly name: string;
  load(api: Api, query: Query, signal: AbortSignal): Promise<Data>;
  /** Returns the polling intervals while these data are shown. Without this method the data are read again on request only. */
  polling?(query: Query, data: Data): Polling;
}

/** Input of one read. */
export interface QueryRequest<Query> {
  readonly query: Query;
}

/** Data with their query and the server's time of the read, ms since 1970. */
export interface Loaded<Query, Data> {
  readonly query: Query;
  readonly data: Data;
  readonly at: number;
  /** New polling intervals. Absent when those of the input stay. */
  readonly polling?: Polling | undefined;
}

/** Reason of a read: the first one or another query, a request of the user, or polling. */
export type ReadCause = "first" | "request" | "poll";

/** Intervals of polling, ms; an absent one means no polling. */
export interface Polling {
  readonly visible?: number | undefined;
  /** Interval while the page is hidden. */
  readonly hidden?: number | undefined;
}

const LIVE_MS = 60_000;

/** Returns the polling of data that still change, every minute by default, or none. */
export const livePolling = (isLive: boolean, visible: number = LIVE_MS): Polling => (isLive ? { visible } : {});

/** Events that a query sends to the machine that invokes it; `from` is the id under which it is invoked. */
export type QueryReport<Query, Data, Id extends string = string> =
  | { type: "query.loaded"; from: Id; loaded: Loaded<Query, Data>; cause: ReadCause }
  | { type: "query.failed"; from: Id; failure: Failure };
