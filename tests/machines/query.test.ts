import { expect, test } from "vitest";
import { createActor } from "xstate";
import { createApi } from "#api/client.ts";
import { viewActors } from "#machines/core/query.actors.ts";
import { queryMachine } from "#machines/core/query.machine.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const MINUTE = 60_000;

/** A view of one question after another; the ones without a date are live. */
const givenView = (query: { date?: string } = {}) => {
  const world = givenMachine(
    queryMachine.provide({
      guards: { isLive: (_, asked) => !Reflect.get(Object(asked.query), "date") },
    }),
    { query },
  );
  const answer = async (text: string) => {
    const asked = world.call("load");
    asked.answer({ ...Object(asked.input), answer: text, at: 1 });
    await settled();
  };
  return { ...world, answer, snapshot: () => world.actor.getSnapshot() };
};

test("the answer is shown with the question that it belongs to", async () => {
  const { answer, snapshot } = givenView({ date: "2026-11-20" });
  expect([snapshot().hasTag("busy"), snapshot().context.shown]).toEqual([true, undefined]);
  await answer("45 210");
  expect(snapshot().context.shown).toEqual({ query: { date: "2026-11-20" }, answer: "45 210", at: 1 });
});

test("asking again keeps the old answer until the new one is there", async () => {
  const { actor, answer, snapshot } = givenView();
  await answer("old");
  actor.send({ type: "view.refresh" });
  expect([snapshot().hasTag("busy"), snapshot().context.shown?.answer]).toEqual([true, "old"]);
  await answer("new");
  expect(snapshot().context.shown?.answer).toBe("new");
});

test("a fault while asking again is told above the old answer", async () => {
  const { actor, answer, call, snapshot } = givenView();
  await answer("old");
  actor.send({ type: "view.refresh" });
  call("load").fail(new Error("Сервер не отвечает."));
  await settled();
  expect(snapshot().context).toMatchObject({ error: "Сервер не отвечает.", shown: { answer: "old" } });
  actor.send({ type: "network.online" });
  await answer("new");
  expect(snapshot().context).toMatchObject({ error: undefined, shown: { answer: "new" } });
});

test("a card that failed is tried again by itself", async () => {
  const { actor, answer, call, snapshot } = givenView();
  call("load").fail(new Error("Нет связи"));
  await settled();
  expect([snapshot().hasTag("failed"), snapshot().context.error]).toEqual([true, "Нет связи"]);
  actor.send({ type: "view.refresh" });
  await answer("there");
  expect(snapshot().context.error).toBeUndefined();
});

test("another question ends the call for the one before, and several steps in a row are one", async () => {
  const { actor, answer, calls, clock, snapshot } = givenView({ date: "2026-11-20" });
  for (const date of ["2026-11-19", "2026-11-18", "2026-11-17"]) {
    actor.send({ type: "query.change", query: { date } });
    clock.increment(50);
  }
  expect([calls.length, calls[0]?.signal.aborted]).toEqual([1, true]);
  clock.increment(50);
  await answer("the 17th");
  expect(calls.map(({ input }) => input)).toEqual([
    { query: { date: "2026-11-20" } },
    { query: { date: "2026-11-17" } },
  ]);
  expect(snapshot().context.shown?.query).toEqual({ date: "2026-11-17" });
});

test("what belonged to another question is not shown under the one that failed", async () => {
  const { actor, answer, call, clock, snapshot } = givenView({ date: "2026-11-20" });
  await answer("the 20th");
  actor.send({ type: "query.change", query: { date: "2026-11-19" } });
  clock.increment(100);
  expect(snapshot().context.shown?.answer).toBe("the 20th");
  call("load").fail(new Error("Нет связи"));
  await settled();
  expect([snapshot().hasTag("failed"), snapshot().context.shown]).toEqual([true, undefined]);
});

test("today is asked for anew every minute, another day never", async () => {
  const today = givenView();
  await today.answer("at 12:00");
  const past = givenView({ date: "2026-11-20" });
  await past.answer("long ago");
  for (const minute of [1, 2, 3]) {
    today.clock.increment(MINUTE);
    past.clock.increment(MINUTE);
    await today.answer(`at 12:0${minute}`);
  }
  expect([today.calls.length, past.calls.length]).toEqual([4, 1]);
});

test("the wait for the next answer begins when one came, and is as long as that answer asks for", async () => {
  const delays = {
    refreshEvery: ({ context }: { context: { shown?: { answer: unknown } | undefined } }) =>
      context.shown?.answer === "moving" ? 3000 : 20_000,
  };
  const { actor, call, calls, clock } = givenMachine(queryMachine.provide({ guards: { isLive: () => true }, delays }), {
    query: {},
  });
  const answer = async (text: string) => {
    call("load").answer({ query: actor.getSnapshot().context.query, answer: text, at: 1 });
    await settled();
  };
  await answer("still");
  clock.increment(19_000);
  actor.send({ type: "view.refresh" });
  await answer("moving");
  clock.increment(2999);
  expect(calls).toHaveLength(2);
  clock.increment(1);
  await answer("still");
  clock.increment(19_999);
  expect(calls).toHaveLength(3);
  clock.increment(1);
  expect(calls).toHaveLength(4);
});

test("a card of today that failed tries again by itself within a minute", async () => {
  const { call, calls, clock } = givenView();
  call("load").fail();
  await settled();
  clock.increment(MINUTE);
  expect(calls).toHaveLength(2);
});

test("nothing is asked while nobody looks, and today at once when the page is shown again", async () => {
  const { actor, answer, calls, clock } = givenView();
  await answer("at 12:00");
  actor.send({ type: "page.hide" });
  for (let minute = 0; minute < 10; minute += 1) clock.increment(MINUTE);
  expect(calls).toHaveLength(1);
  actor.send({ type: "page.show" });
  expect(calls).toHaveLength(2);
  await answer("at 12:10");
});

test("a page that is hidden while a question is under way asks no more after its answer", async () => {
  const { actor, answer, calls, clock } = givenView();
  actor.send({ type: "page.hide" });
  await answer("at 12:00");
  clock.increment(10 * MINUTE);
  expect(calls).toHaveLength(1);
  actor.send({ type: "page.show" });
  expect(calls).toHaveLength(2);
});

test("a past day is not asked for again when the page is shown", async () => {
  const { actor, answer, calls } = givenView({ date: "2026-11-20" });
  await answer("long ago");
  actor.send({ type: "page.hide" });
  actor.send({ type: "page.show" });
  expect(calls).toHaveLength(1);
});

test("one call of three that fails leaves the other two standing", async () => {
  const cards = [givenView(), givenView(), givenView()] as const;
  cards[1].call("load").fail(new Error("Нет связи"));
  await cards[0].answer("finance");
  await cards[2].answer("orders");
  await settled();
  expect(cards.map((card) => [card.snapshot().hasTag("failed"), card.snapshot().context.shown?.answer])).toEqual([
    [false, "finance"],
    [true, undefined],
    [false, "orders"],
  ]);
});

test("an answer is dated by the server's clock", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json({}) });
  const viewed = { name: "sum", load: async (_: unknown, query: number) => query + 1 };
  const { load } = viewActors(api, viewed, () => 7);
  const actor = createActor(load, { input: { query: 1 } }).start();
  await settled();
  expect(actor.getSnapshot().output).toEqual({ query: 1, answer: 2, at: 7 });
});

test("query — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(queryMachine);
  const query = { date: "2026-11-20" };
  const model: Parameters<typeof walk>[0] = {
    input: { query },
    events: [
      { type: "query.change", query },
      { type: "view.refresh" },
      { type: "network.online" },
      { type: "page.show" },
      { type: "page.hide" },
      after("settle"),
      after("refreshEvery"),
      done("load", { query, answer: "it", at: 1 }),
      failed("load"),
    ],
    project: ({ context }) => [Boolean(context.error), context.shown?.query === context.query],
  };
  walk(model, { ...model, provide: { guards: { isLive: () => true } } });
});
