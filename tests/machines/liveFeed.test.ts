import { describe, expect, test } from "vitest";
import { createActor, type EventObject, fromCallback, SimulatedClock } from "xstate";
import type { FeedReport } from "#machines/core/environment.ts";
import {
  liveFeedMachine,
  type ReportShared,
  type StreamEvent,
  type StreamInput,
} from "#machines/shell/liveFeed.machine.ts";
import type { LeadWon } from "#machines/shell/notifications.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const live: FeedReport = { type: "feed.live" };
const lost: FeedReport = { type: "feed.lost" };
const changed: FeedReport = { type: "data.changed", topic: "order" };
const everything: FeedReport = { type: "data.changed", topic: "all" };
const shared = (report: FeedReport): ReportShared => ({ type: "report.shared", report });
const won: LeadWon = { type: "lead.won" };

/** Starts the live feed of a tab. `stream` simulates an event of the open stream. */
const givenFeed = () => {
  const clock = new SimulatedClock();
  const { environment, report } = givenEnvironment();
  const reports: FeedReport[] = [];
  const sent: FeedReport[] = [];
  const opened: (string | undefined)[] = [];
  const listeners = new Set<(event: StreamEvent) => void>();
  const actor = createActor(
    liveFeedMachine.provide({
      actors: {
        environment,
        lead: fromCallback<EventObject>(() => {}),
        channel: fromCallback<ReportShared>(({ receive }) => receive((event) => sent.push(event.report))),
        stream: fromCallback<EventObject, StreamInput>(({ sendBack, input: { lastEventId } }) => {
          opened.push(lastEventId);
          const listen = (event: StreamEvent) => sendBack(event);
          listeners.add(listen);
          return () => void listeners.delete(listen);
        }),
      },
    }),
    { clock, input: { jitter: 1 } },
  );
  actor.on("*", (event) => reports.push(event));
  actor.start();
  const stream = (event: StreamEvent) => {
    for (const listen of listeners) listen(event);
  };
  return { actor, clock, report, reports, sent, opened, stream, isOpen: () => listeners.size > 0 };
};

const alive: StreamEvent = { type: "stream.alive" };
const event = (id: string): StreamEvent => ({ type: "stream.event", id, report: changed });

describe("leader tab", () => {
  test("leader tab — shares the events of its stream, and after a reconnection resumes after the last event", () => {
    const { actor, clock, reports, sent, opened, stream } = givenFeed();
    expect(opened).toEqual([]);
    actor.send(won);
    expect(reports).toEqual([]);
    stream(alive);
    stream(event("7"));
    expect(reports).toEqual([live, changed]);
    expect(sent).toEqual(reports);
    stream({ type: "stream.closed" });
    expect(reports.at(-1)).toEqual(lost);
    clock.increment(1000);
    expect(opened).toEqual([undefined, "7"]);
  });

  test("leader tab — shares the events that it missed before a reconnection", () => {
    const { actor, clock, sent, opened, stream } = givenFeed();
    actor.send(won);
    stream(alive);
    stream(event("7"));
    stream({ type: "stream.closed" });
    clock.increment(1000);
    stream(event("8"));
    stream(event("9"));
    expect(sent).toEqual([live, changed, lost, changed, live, changed]);
    stream({ type: "stream.closed" });
    clock.increment(1000);
    expect(opened).toEqual([undefined, "7", "9"]);
  });

  test("leader tab — announces a change of all topics after a reset of the stream", () => {
    const { actor, reports, stream } = givenFeed();
    actor.send(won);
    stream({ type: "stream.reset" });
    expect(reports).toEqual([everything, live]);
  });

  test("leader tab — reports the feed as lost after 30 s without an event or a keep-alive comment", () => {
    const { actor, clock, reports, stream, isOpen } = givenFeed();
    actor.send(won);
    stream(alive);
    clock.increment(29_999);
    stream(alive);
    clock.increment(29_999);
    expect(reports).toEqual([live, live]);
    clock.increment(1);
    expect([reports.at(-1), isOpen()]).toEqual([lost, false]);
  });

  test("leader tab — opens a failed stream again with an exponential back-off", () => {
    const { actor, clock, opened, stream, report, isOpen } = givenFeed();
    actor.send(won);
    for (const pauseMs of [1000, 2000, 4000]) {
      stream({ type: "stream.closed" });
      clock.increment(pauseMs - 1);
      expect(isOpen()).toBe(false);
      clock.increment(1);
      expect(isOpen()).toBe(true);
    }
    clock.increment(30_000);
    expect(isOpen()).toBe(false);
    report({ type: "network.online" });
    expect(opened).toHaveLength(5);
    stream(alive);
    expect(actor.getSnapshot().context.failures).toBe(0);
  });

  test("leader tab — requests the stream only once if the server has no streams", () => {
    const { actor, clock, opened, stream, report } = givenFeed();
    actor.send(won);
    stream({ type: "stream.missing" });
    clock.increment(600_000);
    report({ type: "network.online" });
    expect([opened.length, actor.getSnapshot().value]).toEqual([1, { leading: "missing" }]);
  });
});

describe("follower tab", () => {
  test("follower tab — reports the events of the leader tab, and reports the feed as lost after 30 s without an event", () => {
    const { actor, clock, reports, sent } = givenFeed();
    actor.send(shared(lost));
    expect(reports).toEqual([]);
    actor.send(shared(changed));
    actor.send(shared(live));
    actor.send(shared(changed));
    expect(reports).toEqual([changed, live, live, changed]);
    actor.send(shared(lost));
    expect(reports.at(-1)).toEqual(lost);
    actor.send(shared(live));
    clock.increment(30_000);
    expect(reports.slice(-3)).toEqual([live, live, lost]);
    expect(sent).toEqual([]);
  });

  test("follower tab that becomes the leader — reports the feed as live only after its own stream is open", () => {
    const { actor, reports, stream } = givenFeed();
    actor.send(shared(live));
    actor.send(won);
    expect(reports.at(-1)).toEqual(lost);
    stream(alive);
    expect(reports.at(-1)).toEqual(live);
  });
});

test("live feed — a walk takes every transition, and an error of the stream makes a leader tab poll", () => {
  const { walk, failed, after } = givenWalk(liveFeedMachine);
  walk({
    input: { jitter: 1 },
    events: [
      won,
      shared(live),
      shared(lost),
      shared(changed),
      alive,
      event("7"),
      { type: "stream.reset" },
      { type: "stream.closed" },
      { type: "stream.missing" },
      { type: "network.online" },
      failed("stream"),
      after("silence"),
      after("pause"),
    ],
    project: ({ context }) => [context.failures > 0, context.lastEventId],
  });
  const actor = createActor(
    liveFeedMachine.provide({
      actors: {
        environment: fromCallback(() => {}),
        lead: fromCallback<EventObject>(({ sendBack }) => sendBack(won)),
        channel: fromCallback<ReportShared>(() => {}),
        stream: fromCallback<EventObject, StreamInput>(() => {
          throw new Error("fault");
        }),
      },
    }),
    { input: { jitter: 1 }, clock: new SimulatedClock() },
  ).start();
  expect(actor.getSnapshot()).toMatchObject({ value: { leading: "polling" }, context: { failures: 1 } });
});
