import { assign, emit, enqueueActions, fromCallback, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

type Notification = Schemas["Notification"];

/** What the server answered, and when, milliseconds since 1970. */
export interface NotificationsAnswer {
  readonly items: readonly Notification[];
  readonly at: number;
}

/** An answer that one tab gives to the others. */
export interface Handed {
  readonly type: "answer.handed";
  readonly answer: NotificationsAnswer;
}

/** Tells that this tab is the one that asks. */
export interface Won {
  readonly type: "lead.win";
}

/** Longest pause between polls while the server is away, milliseconds. */
const LONGEST_PAUSE = 120_000;
const POLL_EVERY = 10_000;

const latestId = (items: readonly Notification[]): number => Math.max(0, ...items.map(({ id }) => id));

/**
 * Messages to the user, asked for every 10 s, ever more rarely while the server is away (platform, section 4). Of many tabs one asks and
 * hands its answers to the others; a hidden tab asks nothing.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as {
      items: readonly Notification[];
      /** When the server said so; undefined before its first answer. */
      at: number | undefined;
      seenId: number | undefined;
      /** Read here, not yet told to the server. */
      unsent: readonly number[];
      /** All up to this one are read here, not yet told to the server. */
      unsentUpTo: number | undefined;
      failures: number;
      chance: () => number;
    },
    input: {} as { chance: () => number },
    events: {} as
      | { type: "page.show" }
      | { type: "page.hide" }
      | { type: "network.online" }
      | Won
      | Handed
      | { type: "notification.read"; id: number }
      | { type: "notification.readAll" },
    emitted: {} as { type: "notification.new"; notifications: readonly Notification[] },
    tags: {} as "away",
  },
  actors: {
    load: stub<NotificationsAnswer>("load"),
    markRead: stub<void, { id: number }>("markRead"),
    markAllRead: stub<void, { latestId: number }>("markAllRead"),
    /** Waits until no other tab asks, then sends `lead.win`; holds the lead until it is stopped. */
    lead: fromCallback<Won>(() => {}),
    /** Sends to the other tabs what it is sent, and to this one what they send. */
    channel: fromCallback<Handed>(() => {}),
  },
  guards: {
    hasUnsent: ({ context }) => context.unsent.length > 0,
    hasUnsentUpTo: ({ context }) => context.unsentUpTo !== undefined,
    hasItems: ({ context }) => context.items.length > 0,
  },
  actions: {
    keep: assign(({ context }, { items, at }: NotificationsAnswer) => ({
      items: items.filter(({ id }) => !context.unsent.includes(id) && id > (context.unsentUpTo ?? 0)),
      at,
      failures: 0,
      seenId: Math.max(context.seenId ?? 0, latestId(items)),
    })),
    /** New ones since the last answer; the first answer raises none. */
    announce: enqueueActions(({ context, enqueue }, { items }: NotificationsAnswer) => {
      const { seenId } = context;
      if (seenId === undefined) return;
      const notifications = items.filter(({ id }) => id > seenId);
      if (notifications.length > 0) enqueue(emit({ type: "notification.new", notifications }));
    }),
    hand: sendTo("channel", ({ context }) => ({
      type: "answer.handed",
      answer: { items: context.items, at: context.at ?? 0 },
    })),
    putAway: assign(({ context }, read: number) => ({
      items: context.items.filter(({ id }) => id !== read),
      unsent: [...context.unsent, read],
    })),
    putAllAway: assign(({ context }) => ({ items: [], unsentUpTo: latestId(context.items) })),
    dropUnsent: assign(({ context }) => ({ unsent: context.unsent.slice(1) })),
    dropUnsentUpTo: assign({ unsentUpTo: undefined }),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
  },
  delays: {
    pollEvery: POLL_EVERY,
    silence: 3 * POLL_EVERY,
    backOff: ({ context }) =>
      Math.min(LONGEST_PAUSE, POLL_EVERY * 2 ** Math.min(context.failures, 6)) * (0.5 + context.chance() / 2),
  },
}).createMachine({
  id: "notifications",
  context: ({ input }) => ({
    items: [],
    at: undefined,
    seenId: undefined,
    unsent: [],
    unsentUpTo: undefined,
    failures: 0,
    chance: input.chance,
  }),
  type: "parallel",
  invoke: { id: "channel", src: "channel", onError: {} },
  states: {
    polling: {
      initial: "shown",
      on: { "answer.handed": { actions: { type: "keep", params: ({ event }) => event.answer } } },
      states: {
        shown: {
          initial: "following",
          invoke: { id: "lead", src: "lead", onError: ".leading" },
          on: { "page.hide": "hidden", "lead.win": ".leading" },
          states: {
            following: {
              description: "Another tab asks; its answers come here.",
              initial: "hearing",
              on: {
                "answer.handed": {
                  target: ".hearing",
                  actions: { type: "keep", params: ({ event }) => event.answer },
                },
              },
              states: {
                hearing: { after: { silence: "unheard" } },
                unheard: { tags: "away" },
              },
            },
            leading: {
              initial: "asking",
              states: {
                asking: {
                  invoke: {
                    id: "load",
                    src: "load",
                    onDone: {
                      target: "resting",
                      actions: [{ type: "announce", params: outputOf }, { type: "keep", params: outputOf }, "hand"],
                    },
                    onError: { target: "away", actions: "countFailure" },
                  },
                },
                resting: { after: { pollEvery: "asking" } },
                away: { tags: "away", after: { backOff: "asking" }, on: { "network.online": "asking" } },
              },
            },
          },
        },
        hidden: {
          description: "Nobody looks: no polling and no lead until the page is shown; what another tab hears is kept.",
          on: { "page.show": "shown" },
        },
      },
    },
    marking: {
      initial: "idle",
      on: {
        "notification.read": { actions: [{ type: "putAway", params: ({ event }) => event.id }, "hand"] },
        "notification.readAll": { guard: "hasItems", actions: ["putAllAway", "hand"] },
      },
      states: {
        idle: {
          always: [
            { guard: "hasUnsent", target: "telling" },
            { guard: "hasUnsentUpTo", target: "tellingAll" },
          ],
        },
        telling: {
          description: "One at a time; what could not be told comes back with the next poll.",
          invoke: {
            id: "markRead",
            src: "markRead",
            input: ({ context }) => ({ id: context.unsent[0] ?? 0 }),
            onDone: { target: "idle", actions: "dropUnsent" },
            onError: { target: "idle", actions: "dropUnsent" },
          },
        },
        tellingAll: {
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
