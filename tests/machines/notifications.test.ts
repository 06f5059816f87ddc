import { expect, test } from "vitest";
import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type Handed, notificationsMachine, type Won } from "#machines/shell/notifications.machine.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

type Notification = Schemas["Notification"];

const message = (id: number): Notification => ({
  id,
  title: `Новый заказ № ${id}`,
  message: "",
  code: "order",
  data: { orderId: id, companyId: 1 },
  date: "2026-11-21T12:00:00Z",
  isRead: false,
});

/** Tabs of one user; the first that asks has the lead until it gives it up. */
const givenTabs = () => {
  const queue: (() => void)[] = [];
  const listeners = new Map<object, (handed: Handed) => void>();
  const lead = () =>
    fromCallback<Won>(({ sendBack }) => {
      const win = () => sendBack({ type: "lead.win" });
      queue.push(win);
      if (queue.length === 1) win();
      return () => {
        const wasFirst = queue[0] === win;
        queue.splice(queue.indexOf(win), 1);
        if (wasFirst) queue[0]?.();
      };
    });
  const channel = () =>
    fromCallback<Handed>(({ sendBack, receive }) => {
      const own = {};
      listeners.set(own, sendBack);
      receive((handed) => {
        for (const [tab, listen] of listeners) if (tab !== own) listen(handed);
      });
      return () => listeners.delete(own);
    });
  return { lead, channel };
};

const givenNotifications = (
  first: { items?: readonly Notification[]; isAway?: boolean; tabs?: ReturnType<typeof givenTabs> } = {},
) => {
  const { tabs = givenTabs() } = first;
  let { items = [message(1)], isAway = false } = first;
  const toldAll: number[] = [];
  const told: number[] = [];
  const asked = { count: 0 };
  const news: number[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        load: fromPromise(async () => {
          asked.count += 1;
          if (isAway) throw new Error("away");
          return { items, at: clock.now() };
        }),
        lead: tabs.lead(),
        channel: tabs.channel(),
        markAllRead: fromPromise<void, { latestId: number }>(async ({ input }) => {
          toldAll.push(input.latestId);
        }),
        markRead: fromPromise(async ({ input }) => {
          told.push(input.id);
          if (isAway) throw new Error("away");
        }),
      },
    }),
    { input: { chance: () => 1 }, clock },
  );
  actor.on("notification.new", ({ notifications }) => news.push(...notifications.map(({ id }) => id)));
  actor.start();
  return {
    actor,
    asked,
    told,
    toldAll,
    news,
    having: (next: readonly Notification[]) => {
      items = next;
    },
    away: (value: boolean) => {
      isAway = value;
    },
    wait: async (ms: number) => {
      clock.increment(ms);
      await settled();
    },
    isAway: () => actor.getSnapshot().hasTag("away"),
    ids: () => actor.getSnapshot().context.items.map(({ id }) => id),
  };
};

test("notifications are asked for every 10 s", async () => {
  const { asked, wait } = givenNotifications();
  await wait(0);
  await wait(10_000);
  await wait(10_000);
  expect(asked.count).toBe(3);
});

test("new ones are told, those of the first answer are not", async () => {
  const { news, having, wait } = givenNotifications();
  await wait(0);
  having([message(2), message(1)]);
  await wait(10_000);
  await wait(10_000);
  expect(news).toEqual([2]);
});

test("a first answer without any makes the next ones new", async () => {
  const { news, having, wait } = givenNotifications({ items: [] });
  await wait(0);
  having([message(1)]);
  await wait(10_000);
  expect(news).toEqual([1]);
});

test("one that is read is told to the server and does not come back with the poll under way", async () => {
  const { actor, told, ids, wait } = givenNotifications();
  await wait(0);
  actor.send({ type: "notification.read", id: 1 });
  expect(ids()).toEqual([]);
  await wait(0);
  expect(told).toEqual([1]);
});

test("one whose reading could not be told comes back with the next poll", async () => {
  const { actor, ids, away, wait } = givenNotifications();
  await wait(0);
  away(true);
  actor.send({ type: "notification.read", id: 1 });
  await wait(0);
  away(false);
  await wait(10_000);
  expect(ids()).toEqual([1]);
});

test("a hidden page asks nothing", async () => {
  const { actor, asked, wait } = givenNotifications();
  await wait(0);
  actor.send({ type: "page.hide" });
  await wait(60_000);
  expect(asked.count).toBe(1);
  actor.send({ type: "page.show" });
  await wait(0);
  expect(asked.count).toBe(2);
});

test("while the server is away it is asked ever more rarely, at most every two minutes, and at once when the network is back", async () => {
  const { actor, asked, away, wait } = givenNotifications({ isAway: true });
  await wait(0);
  for (const pause of [20_000, 40_000, 80_000, 120_000, 120_000]) {
    const before = asked.count;
    await wait(pause - 1);
    expect(asked.count).toBe(before);
    await wait(1);
    expect(asked.count).toBe(before + 1);
  }
  away(false);
  actor.send({ type: "network.online" });
  await wait(0);
  expect(actor.getSnapshot().hasTag("away")).toBe(false);
});

test("of two tabs one asks; the other shows the same and announces nothing", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  one.having([message(2), message(1)]);
  await one.wait(10_000);
  expect([one.asked.count, two.asked.count]).toEqual([2, 0]);
  expect([one.ids(), two.ids()]).toEqual([
    [2, 1],
    [2, 1],
  ]);
  expect([one.news, two.news]).toEqual([[2], []]);
});

test("a tab that closes or is hidden is followed by another, which announces what came meanwhile", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  two.having([message(2), message(1)]);
  one.actor.send({ type: "page.hide" });
  await two.wait(0);
  expect([two.asked.count, two.news]).toEqual([1, [2]]);
  expect(one.ids()).toEqual([2, 1]);
  one.actor.send({ type: "page.show" });
  two.actor.stop();
  await one.wait(0);
  expect(one.asked.count).toBe(2);
});

test("what is read in one tab is gone in the others at once", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  two.actor.send({ type: "notification.read", id: 1 });
  expect([one.ids(), two.ids()]).toEqual([[], []]);
});

test("a tab that has heard nothing for 30 s says how old its news are", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  one.away(true);
  await two.wait(29_999);
  expect(two.isAway()).toBe(false);
  await two.wait(1);
  expect([two.isAway(), two.actor.getSnapshot().context.at]).toEqual([true, 0]);
  one.away(false);
  await one.wait(10_000);
  await one.wait(10_000);
  expect(two.isAway()).toBe(false);
});

test("all are marked read up to the latest one that was seen, in one call", async () => {
  const { actor, ids, told, toldAll, having, wait } = givenNotifications({ items: [message(3), message(2)] });
  await wait(0);
  actor.send({ type: "notification.readAll" });
  expect(ids()).toEqual([]);
  await wait(0);
  having([message(4)]);
  await wait(10_000);
  expect([told, toldAll, ids()]).toEqual([[], [3], [4]]);
});

test("notifications — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(notificationsMachine);
  walk({
    input: { chance: () => 1 },
    events: [
      { type: "page.show" },
      { type: "page.hide" },
      { type: "network.online" },
      { type: "notification.read", id: 1 },
      { type: "notification.readAll" },
      { type: "lead.win" },
      { type: "answer.handed", answer: { items: [message(1)], at: 1 } },
      done("load", { items: [message(1)], at: 1 }),
      failed("load"),
      failed("lead"),
      failed("channel"),
      done("markRead"),
      failed("markRead"),
      done("markAllRead"),
      failed("markAllRead"),
      after("pollEvery"),
      after("backOff"),
      after("silence"),
    ],
    project: ({ context }) => [
      Math.min(2, context.unsent.length),
      context.unsentUpTo !== undefined,
      (context.items?.length ?? 0) > 0,
    ],
  });
});
