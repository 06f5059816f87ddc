import { assign, type EventObject, emit, enqueueActions, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type EnvironmentEvent, environmentStub, type FeedReport } from "#machines/core/environment.ts";
import { callbackStub } from "#machines/core/stub.ts";
import type { LeadWon } from "./notifications.machine.ts";

/** Event by which the tab that reads the live feed passes a report to the other tabs. */
export interface ReportShared {
  readonly type: "report.shared";
  readonly report: FeedReport;
}

/** Input of the actor that reads the live feed. The server sends the events that follow the event `lastEventId`. */
export interface StreamInput {
  readonly lastEventId: string | undefined;
}

/** Events of the actor that reads the live feed. */
export type StreamEvent =
  /** The server has answered, or has sent a comment that keeps the connection open. */
  | { type: "stream.alive" }
  | { type: "stream.event"; id: string; report: FeedReport }
  /** The server cannot tell which events were missed, so all data must be read again. */
  | { type: "stream.reset" }
  /** The connection has ended, has broken off, or could not be opened. */
  | { type: "stream.closed" }
  /** The server has no live feed. */
  | { type: "stream.missing" };

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Live feed of changes. One tab of the browser (the leader) reads the feed and passes it to the other tabs. If the feed
 * is silent for 30 s, the data are polled (areas, section 13).
 */
export const liveFeedMachine = setup({
  types: {
    context: {} as {
      readonly lastEventId: string | undefined;
      /** Number of connections that have ended since the feed was last live. It determines the back-off. */
      readonly failures: number;
      readonly jitter: number;
    },
    input: {} as { readonly jitter: number },
    events: {} as LeadWon | ReportShared | StreamEvent | EnvironmentEvent,
    emitted: {} as FeedReport,
    children: {} as { channel: "channel" },
  },
  actors: {
    /** Leader election between the tabs. It sends `lead.won` when this tab becomes the leader. */
    lead: callbackStub<EventObject>("lead"),
    /** Sends reports to the other tabs and receives reports from them. */
    channel: callbackStub<ReportShared>("channel"),
    /** Reads the server's event stream. */
    stream: callbackStub<EventObject, StreamInput>("stream"),
    environment: environmentStub,
  },
  actions: {
    report: enqueueActions(({ enqueue }, report: FeedReport) => {
      enqueue(emit(report));
    }),
    share: enqueueActions(({ enqueue }, report: FeedReport) => {
      enqueue(emit(report));
      enqueue.sendTo("channel", { type: "report.shared" as const, report });
    }),
    keepId: assign((_, lastEventId: string) => ({ lastEventId })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    forgetFailures: assign({ failures: 0 }),
  },
  guards: { isNews: (_, report: FeedReport) => report.type !== "feed.lost" },
  delays: {
    silence: 30_000,
    pause: ({ context }) =>
      backoff(context.failures, context.jitter, { firstMs: FIRST_PAUSE_MS, lastMs: LONGEST_PAUSE_MS }),
  },
}).createMachine({
  id: "liveFeed",
  context: ({ input }) => ({ lastEventId: undefined, failures: 0, jitter: input.jitter }),
  invoke: [
    { id: "channel", src: "channel" },
    { id: "environment", src: "environment" },
    { id: "lead", src: "lead" },
  ],
  initial: "following",
  states: {
    following: {
      description: "Another tab reads the stream and shares its reports.",
      on: { "lead.won": "leading" },
      initial: "silent",
      states: {
        silent: {
          description: "The data are polled.",
          on: {
            "report.shared": {
              guard: { type: "isNews", params: ({ event }) => event.report },
              target: "hearing",
              actions: { type: "report", params: ({ event }) => event.report },
            },
          },
        },
        hearing: {
          entry: { type: "report", params: { type: "feed.live" } },
          exit: { type: "report", params: { type: "feed.lost" } },
          initial: "alive",
          states: {
            alive: {
              on: {
                "report.shared": [
                  {
                    guard: { type: "isNews", params: ({ event }) => event.report },
                    target: "alive",
                    reenter: true,
                    actions: { type: "report", params: ({ event }) => event.report },
                  },
                  { target: "#liveFeed.following.silent" },
                ],
              },
              after: { silence: "#liveFeed.following.silent" },
            },
          },
        },
      },
    },
    leading: {
      initial: "streaming",
      states: {
        streaming: {
          initial: "connecting",
          invoke: {
            id: "stream",
            src: "stream",
            input: ({ context: { lastEventId } }) => ({ lastEventId }),
            onError: { target: "polling", actions: "countFailure" },
          },
          on: { "stream.closed": { target: "polling", actions: "countFailure" }, "stream.missing": "missing" },
          states: {
            connecting: {
              on: {
                "stream.alive": "live",
                "stream.event": {
                  description: "The server sends the missed events together with its first comment.",
                  target: "live",
                  actions: [
                    { type: "keepId", params: ({ event }) => event.id },
                    { type: "share", params: ({ event }) => event.report },
                  ],
                },
                "stream.reset": {
                  target: "live",
                  actions: { type: "share", params: { type: "data.changed", topic: "all" } },
                },
              },
              after: { silence: { target: "#liveFeed.leading.polling", actions: "countFailure" } },
            },
            live: {
              entry: ["forgetFailures", { type: "share", params: { type: "feed.live" } }],
              exit: { type: "share", params: { type: "feed.lost" } },
              initial: "alive",
              states: {
                alive: {
                  description: "Each message restarts the wait. A comment tells the other tabs that the feed is live.",
                  on: {
                    "stream.alive": {
                      target: "alive",
                      reenter: true,
                      actions: { type: "share", params: { type: "feed.live" } },
                    },
                    "stream.event": {
                      target: "alive",
                      reenter: true,
                      actions: [
                        { type: "keepId", params: ({ event }) => event.id },
                        { type: "share", params: ({ event }) => event.report },
                      ],
                    },
                  },
                  after: { silence: "#liveFeed.leading.polling" },
                },
              },
            },
          },
        },
        polling: {
          description: "The stream has ended. The data are polled until the next one opens.",
          on: { "network.online": "streaming" },
          after: { pause: "streaming" },
        },
        missing: { description: "The server has no stream. The data are polled." },
      },
    },
  },
});
