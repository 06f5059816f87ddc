import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { ApiProblem, NoAnswer } from "#api/client.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import { type OutboxEntry, type OutboxOutcome, outboxOutcome } from "#machines/core/outbox.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

type Entry = OutboxEntry<string>;

const entry = (request: string): Entry => ({ key: `key-${request}`, request });
const refused: OutboxOutcome = { kind: "refused", failure: aFailure("refused") };

/** Starts an outbox, which sends stored requests one after another. `answer` sets the outcome of later attempts. */
const givenOutbox = (
  entries: readonly Entry[] = [],
  first: () => Promise<OutboxOutcome> = async () => ({ kind: "sent" }),
  store: () => Promise<void> = async () => {},
) => {
  const { environment, report } = givenEnvironment();
  const { parent, reports, clock } = givenParent();
  const sent: Entry[] = [];
  const stored: (readonly Entry[])[] = [];
  let outcome = first;
  const actor = createActor(
    outboxMachineOf<string>().provide({
      actors: {
        environment,
        keep: fromPromise<void, readonly Entry[]>(({ input }) => {
          stored.push(input);
          return store();
        }),
        send: fromPromise<OutboxOutcome, Entry>(({ input }) => {
          sent.push(input);
          return outcome();
        }),
      },
    }),
    { parent, clock, input: { entries } },
  ).start();
  return {
    actor,
    clock,
    report,
    reports,
    sent,
    stored,
    answer: (next: () => Promise<OutboxOutcome>) => {
      outcome = next;
    },
    requests: () => sent.map(({ request }) => request),
  };
};

test("outbox — sends its requests one after another", async () => {
  const { actor, requests, reports, stored } = givenOutbox();
  for (const request of ["a", "b", "c"]) actor.send({ type: "outbox.add", entry: entry(request) });
  await flushPromises();
  expect(requests()).toEqual(["a", "b", "c"]);
  expect(reports).toEqual(["a", "b", "c"].map((request) => ({ type: "outbox.sent", entry: entry(request) })));
  expect(stored[0]).toEqual([entry("a")]);
  expect(stored.at(-1)).toEqual([]);
});

test("outbox — retries an unanswered request before it sends later requests", async () => {
  const { actor, answer, sent, clock, report } = givenOutbox();
  answer(async () => ({ kind: "unanswered" }));
  actor.send({ type: "outbox.add", entry: entry("a") });
  actor.send({ type: "outbox.add", entry: entry("b") });
  await flushPromises();
  expect(sent).toEqual([entry("a")]);
  clock.increment(1000);
  await flushPromises();
  clock.increment(1999);
  await flushPromises();
  expect(sent).toHaveLength(2);
  clock.increment(1);
  await flushPromises();
  expect(sent).toHaveLength(3);
  answer(async () => ({ kind: "sent" }));
  report({ type: "network.online" });
  await flushPromises();
  expect(sent).toEqual([entry("a"), entry("a"), entry("a"), entry("a"), entry("b")]);
});

test("outbox — reports a refused request and sends the next request", async () => {
  const { actor, answer, requests, reports } = givenOutbox();
  const outcomes: OutboxOutcome[] = [refused, { kind: "sent" }];
  answer(async () => outcomes.shift() ?? { kind: "sent" });
  actor.send({ type: "outbox.add", entry: entry("a") });
  actor.send({ type: "outbox.add", entry: entry("b") });
  await flushPromises();
  expect(requests()).toEqual(["a", "b"]);
  expect(reports.map(({ type }) => type)).toEqual(["outbox.refused", "outbox.sent"]);
});

test("outbox — stores a request that is added while an earlier request is being stored", () => {
  const { actor, stored } = givenOutbox([], () => new Promise(() => {}));
  for (const request of ["a", "b"]) actor.send({ type: "outbox.add", entry: entry(request) });
  expect(stored).toEqual([[entry("a")], [entry("a"), entry("b")]]);
});

test("outbox — removes a refused request from the storage", async () => {
  const { actor, stored } = givenOutbox([], async () => refused);
  actor.send({ type: "outbox.add", entry: entry("a") });
  await flushPromises();
  expect(stored).toEqual([[entry("a")], []]);
});

test("outbox — first sends the requests stored by an earlier page load", async () => {
  const { actor, answer, requests, clock } = givenOutbox([entry("old")], () => Promise.reject(new Error("fault")));
  await flushPromises();
  answer(async () => ({ kind: "sent" }));
  actor.send({ type: "outbox.add", entry: entry("new") });
  clock.increment(1000);
  await flushPromises();
  expect(requests()).toEqual(["old", "old", "new"]);
});

test("outbox — waits longer after each unexpected error of the sending actor", async () => {
  const { requests, clock } = givenOutbox([entry("a")], () => Promise.reject(new Error("fault")));
  await flushPromises();
  clock.increment(1000);
  await flushPromises();
  expect(requests()).toEqual(["a", "a"]);
  clock.increment(1999);
  await flushPromises();
  expect(requests()).toHaveLength(2);
  clock.increment(1);
  await flushPromises();
  expect(requests()).toHaveLength(3);
});

test("outbox — sends requests even if the page cannot store the requests", async () => {
  const { actor, requests, stored } = givenOutbox([], undefined, () => Promise.reject(new Error("no storage")));
  actor.send({ type: "outbox.add", entry: entry("a") });
  await flushPromises();
  expect(actor.getSnapshot().value).toEqual({ storage: "stored", delivery: "idle" });
  actor.send({ type: "outbox.add", entry: entry("b") });
  await flushPromises();
  expect(requests()).toEqual(["a", "b"]);
  expect(stored).toContainEqual([entry("b")]);
});

test("outcome of a write — is 'unanswered' only if the server may have recorded the write", async () => {
  expect(await outboxOutcome(Promise.resolve(1))).toEqual({ kind: "sent", result: 1 });
  expect(await outboxOutcome(Promise.reject(new NoAnswer()))).toEqual({ kind: "unanswered" });
  expect(await outboxOutcome(Promise.reject(new ApiProblem(503, "Занято")))).toEqual({ kind: "unanswered" });
  expect(await outboxOutcome(Promise.reject(new ApiProblem(409, "Отменили")))).toMatchObject({
    kind: "refused",
    failure: { message: "Отменили" },
  });
});

test("outbox — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(outboxMachineOf<string>());
  walk({
    inputs: [{ entries: [] }, { entries: [entry("a")] }],
    events: [
      { type: "outbox.add", entry: entry("b") },
      { type: "network.online" },
      done("keep"),
      failed("keep"),
      done("send", { kind: "sent" }),
      done("send", { kind: "unanswered" }),
      done("send", refused),
      failed("send"),
      after("pause"),
    ],
    project: ({ context }) => Math.min(context.entries.length, 2),
  });
});
