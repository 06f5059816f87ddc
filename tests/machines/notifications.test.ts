import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import { notificationsMachine } from "#machines/shell/notifications.machine.ts";
import { after, done, failed, walk } from "../support/paths.ts";
import { settled } from "../support/settled.ts";

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

const givenNotifications = (first: { items?: readonly Notification[]; isAway?: boolean } = {}) => {
  let { items = [message(1)], isAway = false } = first;
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
          return items;
        }),
        markRead: fromPromise(async ({ input }) => {
          told.push(input.id);
          if (isAway) throw new Error("away");
        }),
      },
    }),
    { input: { chance: () => 1 }, clock },
  );
  actor.on("notification.new", ({ notification }) => news.push(notification.id));
  actor.start();
  return {
    actor,
    asked,
    told,
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

test("every state and transition of the notifications is walked", () => {
  const events = [
    { type: "page.show" },
    { type: "page.hide" },
    { type: "network.online" },
    { type: "notification.read", id: 1 },
    done("load", [message(1)]),
    failed("load"),
    done("markRead"),
    failed("markRead"),
    after("pollEvery", "notifications.polling.resting"),
    after("backOff", "notifications.polling.away"),
  ];
  const project = ({ context }: { context: { unsent?: readonly number[] } }) => (context.unsent?.length ?? 0) > 0;
  const seen = walk(notificationsMachine, { input: { chance: () => 1 }, events, project });
  expect(seen).toMatchObject({ missing: [] });
});
