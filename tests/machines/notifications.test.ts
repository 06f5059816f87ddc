import { expect, test } from "vitest";
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { notificationsActors } from "#machines/shell/notifications.actors.ts";
import {
  type AnswerShared,
  type LeadInput,
  type LeadWon,
  type NotificationsAnswer,
  notificationsMachine,
} from "#machines/shell/notifications.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
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

/**
 * Returns the actors that the tabs of one user share. The first visible tab and the first hidden tab are leaders until
 * they stop or change their visibility.
 */
const givenTabs = () => {
  const queues: Record<"visible" | "hidden", (() => void)[]> = { visible: [], hidden: [] };
  const listeners = new Map<object, (shared: AnswerShared) => void>();
  const lead = () =>
    fromCallback<EventObject, LeadInput>(({ sendBack, input: { isHidden } }) => {
      const queue = queues[isHidden ? "hidden" : "visible"];
      const won: LeadWon = { type: "lead.won" };
      const win = () => sendBack(won);
      queue.push(win);
      if (queue.length === 1) win();
      return () => {
        const wasFirst = queue[0] === win;
        queue.splice(queue.indexOf(win), 1);
        if (wasFirst) queue[0]?.();
      };
    });
  const channel = () =>
    fromCallback<AnswerShared>(({ sendBack, receive }) => {
      const own = {};
      listeners.set(own, sendBack);
      receive((shared) => {
        for (const [tab, listen] of listeners) if (tab !== own) listen(shared);
      });
      return () => listeners.delete(own);
    });
  return { lead, channel };
};

const givenNotifications = (
  first: {
    items?: readonly Notification[];
    isAway?: boolean;
    tabs?: ReturnType<typeof givenTabs>;
    cached?: NotificationsAnswer;
  } = {},
) => {
  const { tabs = givenTabs() } = first;
  let { items = [message(1)], isAway = false } = first;
  const markedUpTo: number[] = [];
  const marked: number[] = [];
  let reads = 0;
  const announced: number[] = [];
  const clock = new SimulatedClock();
  const { environment, report } = givenEnvironment();
  const api = createApi({
    baseUrl: "http://server",
    fetch: async () => {
      reads += 1;
      if (isAway) throw new NoAnswer();
      return Response.json(items);
    },
  });
  const { unread } = notificationsActors({ api, now: () => clock.now(), environment });
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        environment,
        unread,
        lead: tabs.lead(),
        channel: tabs.channel(),
        markAllRead: fromPromise<void, { latestId: number }>(async ({ input }) => {
          markedUpTo.push(input.latestId);
        }),
        markRead: fromPromise<void, { id: number }>(async ({ input }) => {
          marked.push(input.id);
          if (isAway) throw new NoAnswer();
        }),
      },
    }),
    { input: { jitter: 1, cached: first.cached }, clock },
  );
  actor.on("notification.new", ({ notifications }) => announced.push(...notifications.map(({ id }) => id)));
  actor.start();
  return {
    actor,
    report,
    reads: () => reads,
    marked,
    markedUpTo,
    announced,
    setItems: (next: readonly Notification[]) => {
      items = next;
    },
    setAway: (value: boolean) => {
      isAway = value;
    },
    wait: async (ms: number) => {
      clock.increment(ms);
      await flushPromises();
      await flushPromises();
    },
    isAway: () => actor.getSnapshot().hasTag("away"),
    ids: () => actor.getSnapshot().context.items.map(({ id }) => id),
  };
};

test("notifications — are polled every 10 s", async () => {
  const { reads, wait } = givenNotifications();
  await wait(0);
  await wait(10_000);
  await wait(10_000);
  expect(reads()).toBe(3);
});

test("new notifications — are shown on the desktop once", async () => {
  const { announced, setItems, wait } = givenNotifications();
  await wait(0);
  setItems([message(2), message(1)]);
  await wait(10_000);
  await wait(10_000);
  expect(announced).toEqual([2]);
});

test("notifications after an empty first answer — are shown on the desktop", async () => {
  const { announced, setItems, wait } = givenNotifications({ items: [] });
  await wait(0);
  setItems([message(1)]);
  await wait(10_000);
  expect(announced).toEqual([1]);
});

test("a notification that the user has read — disappears immediately", async () => {
  const { actor, marked, ids, wait } = givenNotifications();
  await wait(0);
  actor.send({ type: "notification.read", id: 1 });
  expect(ids()).toEqual([]);
  await wait(0);
  expect(marked).toEqual([1]);
});

test("a notification that could not be marked as read — appears again at the next poll", async () => {
  const { actor, ids, setAway, wait } = givenNotifications();
  await wait(0);
  setAway(true);
  actor.send({ type: "notification.read", id: 1 });
  await wait(0);
  setAway(false);
  await wait(10_000);
  expect(ids()).toEqual([1]);
});

test("notifications on a hidden page — are polled every 30 s, shown on the desktop, and polled immediately when the page is shown", async () => {
  const { announced, report, reads, setItems, wait } = givenNotifications();
  await wait(0);
  report({ type: "page.hide" });
  setItems([message(2), message(1)]);
  await wait(29_999);
  expect([reads(), announced]).toEqual([1, []]);
  await wait(1);
  expect([reads(), announced]).toEqual([2, [2]]);
  await wait(30_000);
  expect([reads(), announced]).toEqual([3, [2]]);
  report({ type: "page.show" });
  await wait(0);
  expect(reads()).toBe(4);
});

test("notifications on a hidden page — are polled again after a failed poll", async () => {
  const { reads, report, setAway, ids, setItems, wait } = givenNotifications();
  await wait(0);
  report({ type: "page.hide" });
  setAway(true);
  await wait(30_000);
  setAway(false);
  setItems([message(2)]);
  await wait(30_000);
  expect([reads(), ids()]).toEqual([3, [2]]);
});

test("two hidden tabs — only one tab polls and shows desktop notifications, and both tabs list the notifications", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  for (const tab of [one, two]) tab.report({ type: "page.hide" });
  await two.wait(0);
  const reads = one.reads() + two.reads();
  for (const tab of [one, two]) tab.setItems([message(2), message(1)]);
  await one.wait(30_000);
  await two.wait(30_000);
  expect(one.reads() + two.reads() - reads).toBe(1);
  expect([...one.announced, ...two.announced]).toEqual([2]);
  expect([one.ids(), two.ids()]).toEqual([
    [2, 1],
    [2, 1],
  ]);
});

test("a hidden tab — polls no notifications while a visible tab shares the answers", async () => {
  const tabs = givenTabs();
  const [shown, hidden] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  hidden.report({ type: "page.hide" });
  await shown.wait(0);
  for (let poll = 0; poll < 6; poll += 1) {
    await shown.wait(10_000);
    await hidden.wait(10_000);
  }
  expect(hidden.reads()).toBe(0);
  shown.actor.stop();
  await hidden.wait(30_000);
  expect(hidden.reads()).toBe(1);
});

test("a second tab — shows the stored notifications at its start, and does not show them on the desktop when it begins to poll", async () => {
  const tabs = givenTabs();
  const one = givenNotifications({ tabs, items: [message(2), message(1)] });
  await one.wait(0);
  const two = givenNotifications({ tabs, cached: { items: [message(2), message(1)], at: 0 } });
  expect(two.ids()).toEqual([2, 1]);
  one.actor.stop();
  two.setItems([message(2), message(1)]);
  await two.wait(0);
  expect([two.reads(), two.announced]).toEqual([1, []]);
});

test("unread notifications — at most 51 are requested, so that the menu can show '50+'", async () => {
  const paths: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      paths.push(url);
      return Response.json([]);
    },
  });
  const { environment } = givenEnvironment();
  const { unread } = notificationsActors({ api, now: () => 0, environment });
  createActor(unread, { input: { query: {} } }).start();
  await flushPromises();
  expect(paths).toEqual(["http://server/api/Notification?isUnreadOnly=true&limit=51"]);
});

test("polling of notifications — slows to less than one request a minute during an outage", async () => {
  const { report, reads, setAway, wait, isAway } = givenNotifications({ isAway: true });
  await wait(0);
  expect(isAway()).toBe(true);
  const before = reads();
  await wait(10 * 60_000);
  for (let minute = 0; minute < 10; minute += 1) await wait(60_000);
  expect(reads() - before).toBeLessThan(20);
  setAway(false);
  report({ type: "network.online" });
  await wait(0);
  expect(isAway()).toBe(false);
});

test("two visible tabs — only the first tab polls and shows desktop notifications, and both tabs list the notifications", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  one.setItems([message(2), message(1)]);
  await one.wait(10_000);
  expect([one.reads(), two.reads()]).toEqual([2, 0]);
  expect([one.ids(), two.ids()]).toEqual([
    [2, 1],
    [2, 1],
  ]);
  expect([one.announced, two.announced]).toEqual([[2], []]);
});

test("closing or hiding the leader tab — makes the other tab the leader", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  two.setItems([message(2), message(1)]);
  one.report({ type: "page.hide" });
  await two.wait(0);
  expect([two.reads(), two.announced]).toEqual([1, [2]]);
  expect(one.ids()).toEqual([2, 1]);
  one.report({ type: "page.show" });
  two.actor.stop();
  await one.wait(0);
  expect(one.reads()).toBe(2);
});

test("a notification read in one tab — disappears in the other tabs immediately", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  two.actor.send({ type: "notification.read", id: 1 });
  expect([one.ids(), two.ids()]).toEqual([[], []]);
});

test("a tab — shows the age of its notifications after 30 s without an answer", async () => {
  const tabs = givenTabs();
  const [one, two] = [givenNotifications({ tabs }), givenNotifications({ tabs })];
  await one.wait(0);
  one.setAway(true);
  await two.wait(29_999);
  expect(two.isAway()).toBe(false);
  await two.wait(1);
  expect([two.isAway(), two.actor.getSnapshot().context.at]).toEqual([true, 0]);
  one.setAway(false);
  for (let poll = 0; poll < 6; poll += 1) await one.wait(10_000);
  expect(two.isAway()).toBe(false);
});

test("marking all notifications as read — sends a single request with the id of the latest shown notification", async () => {
  const { actor, ids, marked, markedUpTo, setItems, wait } = givenNotifications({ items: [message(3), message(2)] });
  await wait(0);
  actor.send({ type: "notification.readAll" });
  expect(ids()).toEqual([]);
  await wait(0);
  setItems([message(4)]);
  await wait(10_000);
  expect([marked, markedUpTo, ids()]).toEqual([[], [3], [4]]);
});

test("notifications — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(notificationsMachine);
  const loaded = { query: {}, data: [message(1)], at: 1 };
  const failure = { kind: "unanswered", message: "", errors: {}, traceId: undefined } as const;
  walk({
    input: { jitter: 1 },
    events: [
      { type: "page.show" },
      { type: "page.hide" },
      { type: "notification.read", id: 1 },
      { type: "notification.readAll" },
      { type: "lead.won" },
      { type: "answer.shared", answer: { items: [message(1)], at: 1 } },
      { type: "query.loaded", from: "unread", loaded, cause: "poll" },
      { type: "query.failed", from: "unread", failure },
      failed("unread"),
      done("markRead"),
      failed("markRead"),
      done("markAllRead"),
      failed("markAllRead"),
      after("silence"),
      after("hiddenPoll"),
    ],
    project: ({ context }) => [
      Math.min(2, context.unsent.length),
      context.unsentUpTo !== undefined,
      context.items.length > 0,
    ],
  });
});
