import { describe, expect, test, vi } from "vitest";
import { createActor, toPromise } from "xstate";
import { createApi } from "#api/client.ts";
import { countSheetActors } from "#machines/stock/countSheet.actors.ts";
import { countSheetMachine } from "#machines/stock/countSheet.machine.ts";
import {
  addEntry,
  type BatchOutcome,
  batchKey,
  type CountQueue,
  emptyQueue,
  isSamePlace,
  MOST_ENTRIES,
  reasonNotToCount,
  refuseBatch,
} from "#machines/stock/countSheet.ts";
import { givenEnvironment, steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aCountEntry, anInventory } from "../support/machines/inventorySamples.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const path = { companyId: 1, id: 4 };
const inventory = anInventory();
const recorded: BatchOutcome = { kind: "recorded", inventory };
const unanswered: BatchOutcome = { kind: "unanswered" };
const refused = (kind: "refused" | "missing", errors = {}): BatchOutcome => ({
  kind: "refused",
  failure: aFailure(kind, "Нельзя.", errors),
});
const [cheese, flour, salt] = [1, 2, 3].map((at) => aCountEntry({ key: `entry-key-${at}`, stockItemId: at })) as [
  ReturnType<typeof aCountEntry>,
  ReturnType<typeof aCountEntry>,
  ReturnType<typeof aCountEntry>,
];

/** Starts an inventory sheet with a stored queue. */
const givenSheet = (stored: Partial<CountQueue> = {}) => {
  const { environment, report } = givenEnvironment();
  const given = givenMachine(countSheetMachine, { path, stored: { ...emptyQueue, ...stored } }, { environment });
  const context = () => given.actor.getSnapshot().context;
  const ended = new Set<unknown>();
  return {
    ...given,
    report,
    context,
    delivery: () => given.actor.getSnapshot().value.delivery,
    add: (entry: ReturnType<typeof aCountEntry>) => given.actor.send({ type: "entry.add", entry }),
    /** Completes the pending writes to the storage. */
    stored: async () => {
      for (const call of given.calls) {
        if (call.actor !== "keep" || ended.has(call)) continue;
        ended.add(call);
        call.answer(undefined);
      }
      await flushPromises();
    },
    answer: async (outcome: BatchOutcome) => {
      given.call("send").answer(outcome);
      await flushPromises();
    },
    sent: () => given.calls.flatMap((one) => (one.actor === "send" ? [one.input] : [])),
  };
};

describe("inventory sheet", () => {
  test("an entry of an inventory is stored before the request that contains the entry, and is deleted after the response", async () => {
    const { add, calls, delivery, stored, answer, sent, emitted, context } = givenSheet();
    add(cheese);
    expect([delivery(), sent()]).toEqual(["packing", []]);
    expect(calls.at(-1)?.input).toMatchObject({ entries: [cheese], batchSize: 1 });
    await stored();
    expect(sent()).toEqual([{ path, key: cheese.key, entries: [cheese] }]);
    await answer(recorded);
    expect([delivery(), context().entries, emitted]).toEqual(["idle", [], [{ type: "batch.recorded", inventory }]]);
    expect(calls.at(-1)?.input).toEqual(emptyQueue);
  });

  test("unanswered entries are retried in the same batch under the same idempotency key, and later entries wait", async () => {
    const { add, stored, answer, sent, clock, report, delivery, actor, emitted } = givenSheet();
    add(cheese);
    await stored();
    add(flour);
    add(salt);
    await answer(unanswered);
    expect(delivery()).toBe("waiting");
    clock.increment(1000);
    await answer(unanswered);
    clock.increment(1999);
    expect(sent()).toHaveLength(2);
    report({ type: "network.online" });
    await answer(unanswered);
    actor.send({ type: "batch.send" });
    await answer({ kind: "repeated" });
    await stored();
    const first = { path, key: cheese.key, entries: [cheese] };
    expect(sent()).toEqual([
      first,
      first,
      first,
      first,
      { path, key: `${flour.key}_${salt.key}`, entries: [flour, salt] },
    ]);
    expect(emitted).toEqual([{ type: "batch.recorded", inventory: undefined }]);
  });

  test("after a reload, a stored batch is sent under its old idempotency key, without entries that were stored later", () => {
    const { sent } = givenSheet({ entries: [cheese, flour, salt], batchSize: 2 });
    expect(sent()).toEqual([{ path, key: `${cheese.key}_${flour.key}`, entries: [cheese, flour] }]);
  });

  test("a new quantity replaces a waiting quantity of the same item and place, but not a quantity that is being sent", async () => {
    const { add, stored, context } = givenSheet();
    add(cheese);
    await stored();
    add({ ...cheese, key: "entry-key-4", count: 5 });
    add({ ...cheese, key: "entry-key-5", count: 6, place: " склад " });
    expect(context().entries.map(({ count }) => count)).toEqual([4.2, 6]);
  });

  test("the removal of a quantity replaces a waiting quantity, but not a quantity that is being sent", async () => {
    const { add, stored, answer, sent, context } = givenSheet();
    add(cheese);
    await stored();
    const withdrawal = { ...cheese, key: "entry-key-4", count: null, at: 2000 };
    add(flour);
    add(withdrawal);
    add({ ...flour, key: "entry-key-5", count: null });
    expect(context().entries.map(({ key }) => key)).toEqual([cheese.key, "entry-key-4", "entry-key-5"]);
    await answer(recorded);
    await stored();
    expect(sent().at(-1)?.entries).toEqual([withdrawal, { ...flour, key: "entry-key-5", count: null }]);
    await answer(recorded);
    expect(context()).toMatchObject(emptyQueue);
  });

  test("after a reload, an unanswered removal of a quantity is retried under its old idempotency key", () => {
    const withdrawal = { ...cheese, count: null };
    const { sent } = givenSheet({ entries: [withdrawal], batchSize: 1 });
    expect(sent()).toEqual([{ path, key: cheese.key, entries: [withdrawal] }]);
  });

  test("an invalid entry of an inventory is not queued", () => {
    const { add, context } = givenSheet();
    add({ ...cheese, count: -1 });
    add({ ...cheese, place: " " });
    add({ ...cheese, count: null, place: " " });
    expect(context().entries).toEqual([]);
  });

  test("a refused entry is listed with its reason, and the rest of its batch is sent as a new batch", async () => {
    const { stored, answer, sent, context, emitted } = givenSheet({ entries: [cheese, flour, salt] });
    await stored();
    await answer(refused("refused", { "entries.1.ageMs": "Посчитайте его снова." }));
    await stored();
    expect(sent().at(-1)).toEqual({ path, key: `${cheese.key}_${salt.key}`, entries: [cheese, salt] });
    await answer(recorded);
    expect(context()).toMatchObject({
      entries: [],
      refused: [{ entry: flour, failure: { message: "Посчитайте его снова." } }],
    });
    expect(emitted).toHaveLength(1);
  });

  test("a batch with an unknown item is halved until only the entry with this item is refused", async () => {
    const { stored, answer, sent, context } = givenSheet({ entries: [cheese, flour, salt] });
    const keysOf = () => sent().map(({ entries }) => entries.map(({ key }) => key));
    await stored();
    await answer(refused("missing"));
    await stored();
    await answer(refused("missing"));
    await stored();
    await answer(recorded);
    await stored();
    await answer(refused("missing"));
    await stored();
    await answer(recorded);
    const [one, two, three] = [cheese.key, flour.key, salt.key];
    expect(keysOf()).toEqual([[one, two, three], [one, two], [one], [two], [three]]);
    expect(context()).toMatchObject({ refused: [{ entry: flour }], limit: MOST_ENTRIES, batchSize: 0 });
  });

  test("a refused entry can be retried, dropped or replaced by a corrected entry", async () => {
    const failure = aFailure("refused", "Нельзя.");
    const { actor, add, context, stored } = givenSheet({
      refused: [cheese, flour, salt].map((entry) => ({ entry, failure })),
    });
    actor.send({ type: "entry.drop", key: flour.key });
    actor.send({ type: "entry.retry", key: cheese.key });
    actor.send({ type: "entry.retry", key: "unknown-key" });
    await stored();
    add({ ...salt, key: "entry-key-9", count: 1 });
    expect(context()).toMatchObject({ refused: [], entries: [cheese, { key: "entry-key-9", count: 1 }] });
  });

  test("an entry that the browser cannot store is sent anyway, and waits for a retry if sending throws an error", async () => {
    const { add, calls, sent, delivery, call } = givenSheet();
    add(cheese);
    for (const one of calls.filter(({ actor }) => actor === "keep")) one.fail(new Error("no storage"));
    await flushPromises();
    expect(sent()).toHaveLength(1);
    call("send").fail(new Error("fault"));
    await flushPromises();
    expect(delivery()).toBe("waiting");
  });

  test("inventory sheet — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed, after } = givenWalk(countSheetMachine);
    const failure = aFailure("refused", "Нельзя.");
    walk({
      inputs: [
        { path, stored: emptyQueue },
        { path, stored: { entries: [cheese, flour], batchSize: 2, refused: [{ entry: salt, failure }] } },
      ],
      events: [
        { type: "entry.add", entry: cheese },
        { type: "entry.retry", key: salt.key },
        { type: "entry.drop", key: salt.key },
        { type: "batch.send" },
        { type: "network.online" },
        done("keep"),
        failed("keep"),
        done("send", recorded),
        done("send", unanswered),
        done("send", refused("refused")),
        done("send", refused("missing")),
        failed("send"),
        after("pause"),
      ],
      project: ({
        context: {
          entries,
          batchSize,
          refused: { length },
          limit,
        },
      }) => [Math.min(entries.length, 2), Math.min(batchSize, 2), Math.min(length, 1), limit === MOST_ENTRIES],
    });
  });
});

describe("sending of a batch", () => {
  const givenSend = async (answers: readonly (() => Response | Promise<Response>)[]) => {
    const bodies: { key: string | null; url: string; body: unknown }[] = [];
    let now = 60_000;
    const api = createApi({
      baseUrl: "http://server",
      fetch: async (request: Request) => {
        bodies.push({
          key: request.headers.get("Idempotency-Key"),
          url: new URL(request.url).pathname,
          body: await request.clone().json(),
        });
        return answers[bodies.length - 1]?.() ?? Response.json(inventory);
      },
    });
    const keep = vi.fn();
    const actors = countSheetActors({
      api,
      environment: steadyEnvironment,
      store: { recall: () => emptyQueue, keep },
      deviceNow: () => now,
    });
    const withdrawal = aCountEntry({ at: 70_000, count: null });
    const input = { path, key: cheese.key, entries: [aCountEntry({ at: 50_000.4 }), withdrawal] };
    return {
      bodies,
      keep,
      actors,
      wait: (ms: number) => {
        now += ms;
      },
      send: () => toPromise(createActor(actors.send, { input }).start()),
    };
  };

  test("an entry is sent with its current age, which is higher at a retry", async () => {
    const { send, wait, bodies } = await givenSend([() => Promise.reject(new TypeError("lost"))]);
    expect(await send()).toEqual(unanswered);
    wait(5000);
    expect(await send()).toEqual(recorded);
    const entry = { stockItemId: 10, place: "Склад", count: 4.2 };
    const call = { key: cheese.key, url: "/api/Inventory/4/Company/1/Entry" };
    expect(bodies).toEqual([
      {
        ...call,
        body: {
          companyId: 1,
          entries: [
            { ...entry, ageMs: 10_000 },
            { ...entry, count: null, ageMs: 0 },
          ],
        },
      },
      {
        ...call,
        body: {
          companyId: 1,
          entries: [
            { ...entry, ageMs: 15_000 },
            { ...entry, count: null, ageMs: 0 },
          ],
        },
      },
    ]);
  });

  test.each([
    [422, "repeated", { kind: "repeated" }],
    [409, "refused", { kind: "refused", failure: { kind: "refused", message: "Нельзя." } }],
    [404, "refused (missing)", { kind: "refused", failure: { kind: "missing" } }],
    [503, "unanswered", unanswered],
    [401, "unanswered", unanswered],
  ] as const)("a batch that is answered with the status %d has the outcome '%s'", async (status, _, outcome) => {
    const { send } = await givenSend([() => Response.json({ status, message: "Нельзя." }, { status })]);
    expect(await send()).toMatchObject(outcome);
  });

  test("a batch with a malformed answer has the outcome 'unanswered'", async () => {
    const { send } = await givenSend([() => Response.json({})]);
    expect(await send()).toEqual(unanswered);
  });

  test("the actor `keep` writes the queue of entries to the store", async () => {
    const { actors, keep } = await givenSend([]);
    await toPromise(createActor(actors.keep, { input: emptyQueue }).start());
    expect(keep).toHaveBeenCalledWith(emptyQueue);
  });
});

test.each([
  [4.2, "Склад", undefined],
  [0, "Склад", undefined],
  [undefined, "Склад", "noNumber"],
  [-1, "Склад", "noNumber"],
  [Number.NaN, "Склад", "noNumber"],
  [100_000_000, "Склад", "tooMuch"],
  [1, "  ", "noPlace"],
  [1, "x".repeat(51), "noPlace"],
] as const)("reasonNotToCount — for the quantity %s in the place '%s' returns %s", (count, place, reason) => {
  expect(reasonNotToCount(count, place)).toBe(reason);
});

test("idempotency key of a batch — differs between batches with the same first entry", () => {
  expect(batchKey([cheese])).toBe(cheese.key);
  expect(batchKey([cheese, flour])).not.toBe(batchKey([cheese, flour, salt]));
});

test("isSamePlace — compares the stock items and the places of two entries, regardless of letter case and surrounding spaces", () => {
  expect(isSamePlace({ stockItemId: 1, place: "Бар" }, { stockItemId: 1, place: " бар" })).toBe(true);
  expect(isSamePlace({ stockItemId: 1, place: "Бар" }, { stockItemId: 2, place: "Бар" })).toBe(false);
});

test("a refusal that names no entry — applies to the whole batch and not to later entries", () => {
  const failure = aFailure("refused", "Нельзя.", { comment: "Слишком длинно." });
  const queue = { entries: [cheese, flour, salt], batchSize: 2, refused: [] };
  expect(refuseBatch(queue, failure)).toEqual({
    entries: [salt],
    batchSize: 0,
    refused: [
      { entry: cheese, failure },
      { entry: flour, failure },
    ],
  });
  expect(addEntry(refuseBatch(queue, failure), { ...flour, key: "entry-key-7" }).refused).toHaveLength(1);
});
