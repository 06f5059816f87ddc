import { assign, enqueueActions, setup } from "xstate";
import { backoff } from "./backoff.ts";
import { type EnvironmentEvent, environmentStub, isFollowedTopic, LIVE_MS, type LiveTopic } from "./environment.ts";
import { isEqual } from "./equality.ts";
import { type Failure, failureOf } from "./failure.ts";
import { notifyParent } from "./notifyParent.ts";
import { outputOf } from "./outputOf.ts";
import type { Loaded, Polling, QueryReport, QueryRequest, ReadCause } from "./query.ts";
import { stub } from "./stub.ts";

const SETTLE_MS = 100;
const RETRY_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * Maximum delay between a change that the live feed reports and the read of the data, ms. All changes that are reported
 * during the delay cause only one read.
 */
const SPREAD_MS = 300;

export interface QueryInput<Query, Data> {
  readonly query: Query;
  /**
   * Data from an earlier query, which the view shows immediately. They are read again after `cachedForMs` or on
   * request.
   */
  readonly cached?: Data | undefined;
  /**
   * Time before cached data are read again, ms. The default is 100 ms, so that the browser renders the cached data
   * first.
   */
  readonly cachedForMs?: number | undefined;
  readonly polling?: Polling | undefined;
  /**
   * Random factor (jitter, 0 to 1) of the back-off pauses and of the delay after a reported change, by default 1.
   * Browsers get different factors, so they do not all read at the same moment.
   */
  readonly jitter?: number | undefined;
  /** True if the data are read again each time the page becomes visible, even without polling. */
  readonly isReadOnShow?: boolean | undefined;
  /** Live feed topics. The data are read again when the feed reports a change of one of these topics. */
  readonly topics?: readonly LiveTopic[] | undefined;
}

interface Context<Query, Data> {
  readonly query: Query;
  readonly data: Data | undefined;
  /** Query for which `data` were read. */
  readonly dataQuery: Query | undefined;
  /** Server time at which the data were read, ms since 1970. Undefined if there are no data, or only cached data. */
  readonly at: number | undefined;
  readonly failure: Failure | undefined;
  /** Number of failed reads since the last successful read or change of the query. */
  readonly failures: number;
  readonly cause: ReadCause;
  readonly cachedForMs: number;
  readonly polling: Polling;
  readonly jitter: number;
  readonly isReadOnShow: boolean;
  readonly isHidden: boolean;
  readonly topics: readonly LiveTopic[];
  /**
   * True if the live feed reports changes of the topics. The data are then polled less often, by default once a minute,
   * as a precaution.
   */
  readonly isLive: boolean;
  /** True if the live feed has reported a change since the last read began. */
  readonly isOutdated: boolean;
}

const intervalOf = ({
  polling,
  isHidden,
  isLive,
}: Pick<Context<unknown, unknown>, "polling" | "isHidden" | "isLive">) => {
  const interval = isHidden ? polling.hidden : polling.visible;
  return isLive && interval !== undefined ? Math.max(interval, polling.live ?? LIVE_MS) : interval;
};

const createQueryMachine = <Query, Data>() =>
  setup({
    types: {
      context: {} as Context<Query, Data>,
      input: {} as QueryInput<Query, Data>,
      events: {} as
        | EnvironmentEvent
        | { type: "query.change"; query: Query }
        | { type: "query.refresh" }
        | { type: "query.poll" },
      tags: {} as "busy" | "skeleton" | "failed",
    },
    actors: { load: stub<Loaded<Query, Data>, QueryRequest<Query>>("load"), environment: environmentStub },
    guards: {
      hasData: ({ context }) => context.data !== undefined,
      hasDataOfQuery: ({ context }) => context.data !== undefined && isEqual(context.dataQuery, context.query),
      isPolled: ({ context }) => intervalOf(context) !== undefined,
      isRetried: ({ context }) =>
        intervalOf(context) !== undefined || (context.failure?.kind === "unanswered" && !context.isHidden),
      isFollowed: ({ context: { topics } }, topic: LiveTopic | "all") => isFollowedTopic(topics, topic),
      isFollowing: ({ context }) => context.topics.length > 0,
      isToBeRead: ({ context }) => context.isOutdated && !context.isHidden,
      isReadOnShow: ({ context }) => context.isReadOnShow || context.polling.visible !== undefined,
    },
    actions: {
      keepQuery: assign((_, { query }: QueryRequest<Query>) => ({ query, failure: undefined, failures: 0 })),
      keepHidden: assign((_, isHidden: boolean) => ({ isHidden })),
      keepLive: assign((_, isLive: boolean) => ({ isLive })),
      keepOutdated: assign((_, isOutdated: boolean) => ({ isOutdated })),
      keepCause: assign((_, cause: ReadCause) => ({ cause })),
      /** Stores the loaded data. Equal data keep their old object, so that views do not render again. */
      keepLoaded: assign(({ context }, { query, data, at, polling }: Loaded<Query, Data>) => ({
        data: isEqual(context.data, data) ? context.data : data,
        dataQuery: query,
        at,
        polling: polling ?? context.polling,
        failure: undefined,
        failures: 0,
      })),
      keepFailure: assign(({ context }, failure: Failure) => ({ failure, failures: context.failures + 1 })),
      dropData: assign({ data: undefined, dataQuery: undefined, at: undefined }),
      reportLoaded: enqueueActions(
        ({ self, context: { data, cause }, enqueue }, { query, at }: Loaded<Query, Data>) => {
          if (data === undefined) return;
          const report: QueryReport<Query, Data> = {
            type: "query.loaded",
            from: self.id,
            loaded: { query, data, at },
            cause,
          };
          notifyParent({ self, enqueue }, report);
        },
      ),
      reportFailed: enqueueActions(({ self, enqueue }, failure: Failure) => {
        const report: QueryReport<Query, Data> = { type: "query.failed", from: self.id, failure };
        notifyParent({ self, enqueue }, report);
      }),
    },
    delays: {
      settle: SETTLE_MS,
      spread: ({ context }) => SPREAD_MS * context.jitter,
      cachedFor: ({ context }) => context.cachedForMs,
      poll: ({ context }) => intervalOf(context) ?? 0,
      backOff: ({ context }) =>
        backoff(context.failures, context.jitter, { firstMs: RETRY_MS, lastMs: LONGEST_PAUSE_MS }),
    },
  }).createMachine({
    id: "query",
    context: ({ input }) => ({
      query: input.query,
      data: input.cached,
      dataQuery: input.cached === undefined ? undefined : input.query,
      at: undefined,
      failure: undefined,
      failures: 0,
      cause: "first",
      cachedForMs: input.cachedForMs ?? SETTLE_MS,
      polling: input.polling ?? {},
      jitter: input.jitter ?? 1,
      isReadOnShow: input.isReadOnShow ?? false,
      isHidden: false,
      topics: input.topics ?? [],
      isLive: false,
      isOutdated: false,
    }),
    invoke: { id: "environment", src: "environment" },
    initial: "opening",
    on: {
      "page.hide": { actions: { type: "keepHidden", params: true } },
      "page.show": { actions: { type: "keepHidden", params: false } },
      "feed.live": { guard: "isFollowing", actions: { type: "keepLive", params: true } },
      "feed.lost": { actions: { type: "keepLive", params: false } },
      "data.changed": {
        guard: { type: "isFollowed", params: ({ event }) => event.topic },
        actions: { type: "keepOutdated", params: true },
      },
      "query.change": {
        target: ".settling",
        actions: [
          { type: "keepQuery", params: ({ event }) => event },
          { type: "keepCause", params: "first" },
        ],
      },
    },
    states: {
      opening: { always: [{ guard: "hasData", target: "cached" }, { target: "loading" }] },
      cached: {
        description: "Cached data are rendered before they are read again.",
        on: { "query.refresh": "refreshing", "query.poll": "refreshing", "network.online": "refreshing" },
        after: { cachedFor: "refreshing" },
      },
      loading: {
        description: "A refresh aborts the read and starts another one, because the first may never be answered.",
        tags: ["busy", "skeleton"],
        entry: { type: "keepOutdated", params: false },
        on: { "query.refresh": { target: "loading", reenter: true } },
        invoke: {
          id: "load",
          src: "load",
          input: ({ context }) => ({ query: context.query }),
          onDone: {
            target: "loaded",
            actions: [
              { type: "keepLoaded", params: outputOf },
              { type: "reportLoaded", params: outputOf },
            ],
          },
          onError: {
            target: "failed",
            actions: [
              { type: "keepFailure", params: failureOf },
              { type: "reportFailed", params: failureOf },
            ],
          },
        },
      },
      settling: {
        description: "Debounces changes of the query. The former data stay visible until the new ones arrive.",
        tags: "busy",
        after: { settle: [{ guard: "hasData", target: "refreshing" }, { target: "loading" }] },
      },
      loaded: {
        always: { guard: "isToBeRead", target: "announced" },
        on: {
          "query.refresh": { target: "refreshing", actions: { type: "keepCause", params: "request" } },
          "query.poll": { target: "refreshing", actions: { type: "keepCause", params: "poll" } },
          "network.online": {
            guard: "isPolled",
            target: "refreshing",
            actions: { type: "keepCause", params: "poll" },
          },
          "page.hide": { target: "loaded", reenter: true, actions: { type: "keepHidden", params: true } },
          // The state is entered again to restart the poll timer, because the interval is shorter without the live
          // feed.
          "feed.lost": { target: "loaded", reenter: true, actions: { type: "keepLive", params: false } },
          "page.show": {
            guard: "isReadOnShow",
            target: "refreshing",
            actions: [
              { type: "keepHidden", params: false },
              { type: "keepCause", params: "poll" },
            ],
          },
        },
        after: {
          poll: { guard: "isPolled", target: "refreshing", actions: { type: "keepCause", params: "poll" } },
        },
      },
      announced: {
        description: "Waits a moment, so that one read serves several changes.",
        on: { "query.refresh": { target: "refreshing", actions: { type: "keepCause", params: "request" } } },
        after: { spread: { target: "refreshing", actions: { type: "keepCause", params: "poll" } } },
      },
      refreshing: {
        description: "The data stay visible while they are read again.",
        tags: "busy",
        entry: { type: "keepOutdated", params: false },
        on: {
          "query.refresh": { target: "refreshing", reenter: true, actions: { type: "keepCause", params: "request" } },
        },
        invoke: {
          id: "load",
          src: "load",
          input: ({ context }) => ({ query: context.query }),
          onDone: {
            target: "loaded",
            actions: [
              { type: "keepLoaded", params: outputOf },
              { type: "reportLoaded", params: outputOf },
            ],
          },
          onError: [
            {
              guard: "hasDataOfQuery",
              target: "away",
              actions: [
                { type: "keepFailure", params: failureOf },
                { type: "reportFailed", params: failureOf },
              ],
            },
            {
              target: "failed",
              description: "The old data belong to another query, so they are not shown.",
              actions: [
                "dropData",
                { type: "keepFailure", params: failureOf },
                { type: "reportFailed", params: failureOf },
              ],
            },
          ],
        },
      },
      away: {
        description: "The last read failed. Polled and unanswered reads are repeated with back-off, others on request.",
        on: {
          "query.refresh": { target: "refreshing", actions: { type: "keepCause", params: "request" } },
          "query.poll": { target: "refreshing", actions: { type: "keepCause", params: "poll" } },
          "network.online": { target: "refreshing", actions: { type: "keepCause", params: "poll" } },
          "page.show": {
            target: "refreshing",
            actions: [
              { type: "keepHidden", params: false },
              { type: "keepCause", params: "poll" },
            ],
          },
        },
        after: {
          backOff: { guard: "isRetried", target: "refreshing", actions: { type: "keepCause", params: "poll" } },
        },
      },
      failed: {
        description: "There are no data to show.",
        tags: "failed",
        on: {
          "query.refresh": "loading",
          "network.online": "loading",
          "page.show": { target: "loading", actions: { type: "keepHidden", params: false } },
        },
        after: { backOff: { guard: "isRetried", target: "loading" } },
      },
    },
  });

/**
 * Query for read-only data, polled at the given intervals; each finished read is reported to the parent machine. A
 * failed read is repeated with back-off if the data are polled, or if the server did not answer and the page is
 * visible.
 */
export const queryMachine = createQueryMachine<unknown, unknown>();

/**
 * Returns the query machine with the given types of query and data. The types exist only at compile time, so all
 * queries share one machine.
 */
export const queryMachineOf = <Query, Data>() => queryMachine as ReturnType<typeof createQueryMachine<Query, Data>>;
