import { assign, emit, enqueueActions, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

type Notification = Schemas["Notification"];

/** Longest pause between polls while the server is away, milliseconds. */
const LONGEST_PAUSE = 120_000;
const POLL_EVERY = 10_000;

const latestId = (items: readonly Notification[]): number => Math.max(0, ...items.map(({ id }) => id));

/** Messages to the user: asked for every 10 s, not while the page is hidden, ever more rarely while the server is away (platform, section 4). */
export const notificationsMachine = setup({
  types: {
    context: {} as {
      items: readonly Notification[];
      seenId: number | undefined;
      /** Read here, not yet told to the server. */
      unsent: readonly number[];
      failures: number;
      chance: () => number;
    },
    input: {} as { chance: () => number },
    events: {} as
      | { type: "page.show" }
      | { type: "page.hide" }
      | { type: "network.online" }
      | { type: "notification.read"; id: number },
    emitted: {} as { type: "notification.new"; notification: Notification },
    tags: {} as "away",
  },
  actors: {
    load: stub<readonly Notification[]>("load"),
    markRead: stub<void, { id: number }>("markRead"),
  },
  guards: { hasUnsent: ({ context }) => context.unsent.length > 0 },
  actions: {
    keep: assign(({ context }, items: readonly Notification[]) => ({
      items: items.filter(({ id }) => !context.unsent.includes(id)),
      failures: 0,
      seenId: Math.max(context.seenId ?? 0, latestId(items)),
    })),
    /** New ones since the last answer; the first answer raises none. */
    announce: enqueueActions(({ context, enqueue }, items: readonly Notification[]) => {
      const { seenId } = context;
      if (seenId === undefined) return;
      for (const notification of items.filter(({ id }) => id > seenId)) {
        enqueue(emit({ type: "notification.new", notification }));
      }
    }),
    putAway: assign(({ context }, read: number) => ({
      items: context.items.filter(({ id }) => id !== read),
      unsent: [...context.unsent, read],
    })),
    dropUnsent: assign(({ context }) => ({ unsent: context.unsent.slice(1) })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
  },
  delays: {
    pollEvery: POLL_EVERY,
    backOff: ({ context }) =>
      Math.min(LONGEST_PAUSE, POLL_EVERY * 2 ** Math.min(context.failures, 6)) * (0.5 + context.chance() / 2),
  },
}).createMachine({
  id: "notifications",
  context: ({ input }) => ({ items: [], seenId: undefined, unsent: [], failures: 0, chance: input.chance }),
  type: "parallel",
  states: {
    polling: {
      initial: "asking",
      on: { "page.hide": ".hidden" },
      states: {
        asking: {
          invoke: {
            id: "load",
            src: "load",
            onDone: {
              target: "resting",
              actions: [
                { type: "announce", params: outputOf },
                { type: "keep", params: outputOf },
              ],
            },
            onError: { target: "away", actions: "countFailure" },
          },
        },
        resting: { after: { pollEvery: "asking" } },
        away: { tags: "away", after: { backOff: "asking" }, on: { "network.online": "asking" } },
        hidden: {
          description: "Nobody looks: no polling until the page is shown.",
          on: { "page.show": "asking" },
        },
      },
    },
    marking: {
      initial: "idle",
      on: { "notification.read": { actions: { type: "putAway", params: ({ event }) => event.id } } },
      states: {
        idle: { always: { guard: "hasUnsent", target: "telling" } },
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
      },
    },
  },
});
