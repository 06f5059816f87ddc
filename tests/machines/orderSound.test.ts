import { expect, test } from "vitest";
import { type EventObject, fromCallback } from "xstate";
import type { EnvironmentEvent } from "#machines/core/environment.ts";
import { orderSoundMachine } from "#machines/shell/orderSound.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const ordered = (id: number): EnvironmentEvent => ({ type: "data.changed", topic: "shopOrder", id });

const failing = fromCallback<EventObject>(() => {
  throw new Error("not available");
});

/** Starts the machine of one tab. `over` replaces its actors. `held` is the number of running leader elections. */
const givenSound = (over: { firstInput?: typeof failing; lead?: typeof failing } = {}) => {
  const { environment, report } = givenEnvironment();
  let held = 0;
  const { actor, emitted } = givenMachine(orderSoundMachine, undefined, {
    environment,
    firstInput: fromCallback<EventObject>(() => {}),
    lead: fromCallback<EventObject>(() => {
      held += 1;
      return () => {
        held -= 1;
      };
    }),
    ...over,
  });
  return { actor, emitted, report, held: () => held };
};

const givenPlaying = () => {
  const sound = givenSound();
  for (const type of ["watch.start", "input.made", "lead.won"] as const) sound.actor.send({ type });
  return sound;
};

test("order sound — each shop order plays one sound, even if the feed repeats the event of the order", () => {
  const { emitted, report } = givenPlaying();
  report(ordered(7));
  report(ordered(7));
  report(ordered(8));
  expect(emitted).toEqual([{ type: "sound.play" }, { type: "sound.play" }]);
});

test("order sound — changed orders, other topics and a reset of the feed play no sound", () => {
  const { emitted, report } = givenPlaying();
  report({ type: "data.changed", topic: "order", id: 7 });
  report({ type: "data.changed", topic: "kitchen", id: 7 });
  report({ type: "data.changed", topic: "all" });
  report({ type: "data.changed", topic: "shopOrder" });
  report({ type: "feed.live" });
  expect(emitted).toEqual([]);
});

test("order sound — a new leader tab plays no sound for orders that were reported before it became the leader", () => {
  const { actor, emitted, report, held } = givenSound();
  report(ordered(1));
  actor.send({ type: "watch.start" });
  report(ordered(2));
  expect(held()).toBe(0);
  actor.send({ type: "input.made" });
  report(ordered(3));
  expect(held()).toBe(1);
  actor.send({ type: "lead.won" });
  for (const id of [1, 2, 3]) report(ordered(id));
  expect(emitted).toEqual([]);
  report(ordered(4));
  expect(emitted).toHaveLength(1);
});

test("order sound — a tab gives up the leadership when it no longer shows orders", () => {
  const { actor, emitted, report, held } = givenPlaying();
  actor.send({ type: "watch.stop" });
  report(ordered(7));
  expect([held(), emitted]).toEqual([0, []]);
});

test("order sound — a tab stops waiting for the first click when it no longer shows orders", () => {
  const { actor, held } = givenSound();
  actor.send({ type: "watch.start" });
  actor.send({ type: "watch.stop" });
  actor.send({ type: "input.made" });
  expect([actor.getSnapshot().value, held()]).toEqual(["off", 0]);
});

test("order sound — is off if the detection of the first user input or the election of a leader fails", () => {
  const deaf = givenSound({ firstInput: failing });
  deaf.actor.send({ type: "watch.start" });
  expect(deaf.actor.getSnapshot().value).toBe("off");
  const leaderless = givenSound({ lead: failing });
  leaderless.actor.send({ type: "watch.start" });
  leaderless.actor.send({ type: "input.made" });
  expect(leaderless.actor.getSnapshot().value).toBe("off");
});

test("order sound — remembers only the latest hundred orders", () => {
  const { actor, report } = givenPlaying();
  for (let id = 1; id <= 150; id += 1) report(ordered(id));
  const { reportedIds } = actor.getSnapshot().context;
  expect([reportedIds.length, reportedIds[0], reportedIds.at(-1)]).toEqual([100, 51, 150]);
});

test("order sound — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(orderSoundMachine);
  walk({
    events: [
      { type: "watch.start" },
      { type: "watch.stop" },
      { type: "input.made" },
      { type: "lead.won" },
      { type: "data.changed", topic: "shopOrder", id: 1 },
      failed("firstInput"),
      failed("lead"),
    ],
    project: ({ context }) => context.reportedIds.length,
  });
});
