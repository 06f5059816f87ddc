import { assign, type EventObject, emit, enqueueActions, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryReport } from "#machines/core/query.ts";
import { callbackStub, stub } from "#machines/core/stub.ts";

type Notification = Schemas["Notification"];
type Items = readonly Notification[];
type None = Readonly<Record<string, never>>;

/** Unread notifications, and the server time at which they were fetched, ms since 1970. */
export interface NotificationsAnswer {
  readonly items: Items;
  readonly at: number;
}

/** Event by which the tab that polls passes the unread notifications to the other tabs. */
export interface AnswerShared {
  readonly type: "answer.shared";
  readonly answer: NotificationsAnswer;
}

/** Event that makes this tab the leader. Only the leader does the shared work of the tabs, for example polling. */
export interface LeadWon {
  readonly type: "lead.won";
}

/** Input of the leader election. The visible tabs and the hidden tabs each elect their own leader. */
export interface LeadInput {
  readonly isHidden: boolean;
}

const POLL_MS = 10_000;
const HIDDEN_POLL_MS = 30_000;

const latestId = (items: Items): number => Math.max(0, ...items.map(({ id }) => id));

const answerOf = ({ data, at }: Loaded<None, Items>): NotificationsAnswer => ({ items: data, at });

/**
 * Unread notifications of the user. One tab (the leader) polls them and passes them to the other tabs (platform,
 * section 4). The leader polls every 10 s, but once a minute while the live feed works. If all tabs are hidden, it
 * polls every 30 s.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as {
      readonly items: Items;
      /**
       * Server time at which the shown notifications were fetched, ms since 1970. Undefined if none were fetched or
       * cached.
       */
      readonly at: number | undefined;
      /**
       * Largest notification id in all answers. Cached notifications do not count. Undefined before the first answer.
       */
      readonly seenId: number | undefined;
      /** Ids of notifications that the user has marked as read, until the calls that mark them have ended. */
      readonly unsent: readonly number[];
      /**
       * Largest notification id that a waiting or running call "mark all as read" covers. Undefined if there is no such
       * call.
       */
      readonly unsentUpTo: number | undefined;
      readonly jitter: number;
    },
    input: {} as {
      readonly jitter: number;
      /** Unread notifications that a tab of this user last stored. They are shown until the first answer arrives. */
      readonly cached?: NotificationsAnswer | undefined;
    },
    events: {} as
      | LeadWon
      | AnswerShared
      | { type: "notification.read"; id: number }
      | { type: "notification.readAll" }
      | QueryReport<None, Items, "unread">
      | EnvironmentEvent,
    emitted: {} as { type: "notification.new"; notifications: Items },
    tags: {} as "away",
    children: {} as { unread: "unread" },
  },
  actors: {
    unread: queryMachineOf<None, Items>(),
    markRead: stub<void, { id: number }>("markRead"),
    markAllRead: stub<void, { latestId: number }>("markAllRead"),
    /**
     * Leader election between the tabs of a user. `lead.won` reports that this tab is now the leader. The tab remains
     * the leader until the actor stops.
     */
    lead: callbackStub<EventObject, LeadInput>("lead"),
    /** Sends events to the other tabs and receives events from them. */
    channel: callbackStub<AnswerShared>("channel"),
    environment: environmentStub,
  },
  guards: {
    hasUnsent: ({ context }) => context.unsent.length > 0,
    hasUnsentUpTo: ({ context }) => context.unsentUpTo !== undefined,
    hasItems: ({ context }) => context.items.length > 0,
  },
  actions: {
    keepAnswer: assign(({ context }, { items, at }: NotificationsAnswer) => ({
      items: items.filter(({ id }) => !context.unsent.includes(id) && id > (context.unsentUpTo ?? 0)),
      at,
      seenId: Math.max(context.seenId ?? 0, latestId(items)),
    })),
    /** Announces notifications with an id above `seenId`. Nothing is announced before the first answer is stored. */
    announce: enqueueActions(({ context, enqueue }, { items }: NotificationsAnswer) => {
      const { seenId } = context;
      if (seenId === undefined) return;
      const notifications = items.filter(({ id }) => id > seenId);
      if (notifications.length > 0) enqueue(emit({ type: "notification.new", notifications }));
    }),
    share: sendTo("channel", ({ context }) => ({
      type: "answer.shared",
      answer: { items: context.items, at: context.at ?? 0 },
    })),
    hideItem: assign(({ context }, read: number) => ({
      items: context.items.filter(({ id }) => id !== read),
      unsent: [...context.unsent, read],
    })),
    hideAll: assign(({ context }) => ({ items: [], unsentUpTo: latestId(context.items) })),
    dropUnsent: assign(({ context }) => ({ unsent: context.unsent.slice(1) })),
    dropUnsentUpTo: assign({ unsentUpTo: undefined }),
  },
  delays: { silence: 3 * POLL_MS, hiddenPoll: HIDDEN_POLL_MS },
}).createMachine({
  id: "notifications",
  context: ({ input }) => ({
    items: input.cached?.items ?? [],
    at: input.cached?.at,
    seenId: undefined,
    unsent: [],
    unsentUpTo: undefined,
    jitter: input.jitter,
  }),
  type: "parallel",
  invoke: [
    { id: "channel", src: "channel" },
    { id: "environment", src: "environment" },
  ],
  states: {
    polling: {
      initial: "shown",
      on: { "answer.shared": { actions: { type: "keepAnswer", params: ({ event }) => event.answer } } },
      states: {
        shown: {
          initial: "following",
          invoke: { id: "lead", src: "lead", input: { isHidden: false } },
          on: { "page.hide": "hidden", "lead.won": ".leading" },
          states: {
            following: {
              description: "Another tab polls and shares its answers.",
              initial: "hearing",
              on: {
                "answer.shared": {
                  target: ".hearing",
                  actions: { type: "keepAnswer", params: ({ event }) => event.answer },
                },
              },
              states: {
                hearing: { after: { silence: "silent" } },
                silent: { tags: "away" },
              },
            },
            leading: {
              initial: "current",
              invoke: {
                id: "unread",
                src: "unread",
                input: ({ context }) => ({
                  query: {},
                  polling: { visible: POLL_MS },
                  jitter: context.jitter,
                  topics: ["notification"],
                }),
                onError: ".away",
              },
              on: {
                "query.loaded": {
                  target: ".current",
                  actions: [
                    { type: "announce", params: ({ event }) => answerOf(event.loaded) },
                    { type: "keepAnswer", params: ({ event }) => answerOf(event.loaded) },
                    "share",
                  ],
                },
                "query.failed": ".away",
              },
              states: {
                current: {},
                away: { tags: "away" },
              },
            },
          },
        },
        hidden: {
          description: "The page is hidden. One hidden tab polls, but only while no visible tab shares answers.",
          initial: "following",
          invoke: { id: "lead", src: "lead", input: { isHidden: true } },
          on: { "page.show": "shown", "lead.won": ".waiting" },
          states: {
            following: { description: "Another tab polls and shares its answers." },
            waiting: {
              on: {
                "answer.shared": {
                  target: "waiting",
                  reenter: true,
                  actions: { type: "keepAnswer", params: ({ event }) => event.answer },
                },
              },
              after: { hiddenPoll: "asking" },
            },
            asking: {
              invoke: {
                id: "unread",
                src: "unread",
                input: ({ context }) => ({ query: {}, jitter: context.jitter }),
                onError: "waiting",
              },
              on: {
                "query.loaded": {
                  target: "waiting",
                  actions: [
                    { type: "announce", params: ({ event }) => answerOf(event.loaded) },
                    { type: "keepAnswer", params: ({ event }) => answerOf(event.loaded) },
                    "share",
                  ],
                },
                "query.failed": "waiting",
              },
            },
          },
        },
      },
    },
    reading: {
      initial: "idle",
      on: {
        "notification.read": { actions: [{ type: "hideItem", params: ({ event }) => event.id }, "share"] },
        "notification.readAll": { guard: "hasItems", actions: ["hideAll", "share"] },
      },
      states: {
        idle: {
          always: [
            { guard: "hasUnsent", target: "marking" },
            { guard: "hasUnsentUpTo", target: "markingAll" },
          ],
        },
        marking: {
          description:
            "Notifications are marked as read one at a time. A notification that could not be marked appears again at the next poll.",
          invoke: {
            id: "markRead",
            src: "markRead",
            input: ({ context }) => ({ id: context.unsent[0] ?? 0 }),
            onDone: { target: "idle", actions: "dropUnsent" },
            onError: { target: "idle", actions: "dropUnsent" },
          },
        },
        markingAll: {
          invoke: {
            id: "markAllRead",
            src: "markAllRead",
            input: ({ context }) => ({ latestId: context.unsentUpTo ?? 0 }),
            onDone: { target: "idle", actions: "dropUnsentUpTo" },
            onError: { target: "idle", actions: "dropUnsentUpTo" },
          },
        },
      },
    },
  },
});
