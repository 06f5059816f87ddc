import { expect, test, vi } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Api } from "#api/client.ts";
import { feedActors } from "#machines/core/pagedQuery.actors.ts";
import { type FeedRequest, feedMachineOf } from "#machines/core/pagedQuery.machine.ts";
import type { FeedCommand, FeedDone, FeedPage, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import { afterCommand, joined } from "#machines/core/pagedQuery.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}
type Command = "block" | "end";

const row = (id: number, name = `row ${id}`): Row => ({ id, name });
const machine = feedMachineOf<Row, Command>();

/** A feed over two pages whose calls are listed; the answer to a call is given by `answer`. */
const givenFeed = (
  over: {
    answer?: (request: FeedRequest, signal: AbortSignal) => Promise<FeedPage<Row>>;
    run?: (chosen: FeedCommand<Row, Command>) => Promise<FeedDone<Row, Command>>;
    refreshEvery?: number;
  } = {},
) => {
  const asked: FeedRequest[] = [];
  const clock = new SimulatedClock();
  const pages = async ({ cursor }: FeedRequest): Promise<FeedPage<Row>> =>
    cursor === undefined ? { rows: [row(1), row(2)], next: "2" } : { rows: [row(2), row(3)], next: null };
  const feed = createActor(
    machine.provide({
      actors: {
        load: fromPromise(({ input, signal }: { input: FeedRequest; signal: AbortSignal }) => {
          asked.push(input);
          return (over.answer ?? pages)(input, signal);
        }),
        run: fromPromise(({ input }: { input: FeedCommand<Row, Command> | undefined }) =>
          input ? (over.run ?? (async (chosen) => ({ ...chosen, after: undefined })))(input) : Promise.reject(),
        ),
      },
    }),
    { input: { filter: { search: "" }, refreshEvery: over.refreshEvery }, clock },
  );
  feed.start();
  return { feed, asked, clock, rows: () => feed.getSnapshot().context.rows.map(({ id }) => id) };
};

test("the first page is read, further ones on demand, and what moved between them is shown once", async () => {
  const { feed, asked, rows } = givenFeed();
  expect(feed.getSnapshot().hasTag("skeleton")).toBe(true);
  await settled();
  expect(rows()).toEqual([1, 2]);
  feed.send({ type: "more.want" });
  await settled();
  expect(rows()).toEqual([1, 2, 3]);
  feed.send({ type: "more.want" });
  await settled();
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "2"]);
});

test("typing asks once, 100 ms after the last letter, from the first page", async () => {
  const { feed, asked, clock } = givenFeed();
  await settled();
  for (const search of ["о", "ор", "орл"]) {
    feed.send({ type: "filter.change", patch: { search } });
    clock.increment(99);
  }
  expect(asked.length).toBe(1);
  clock.increment(1);
  expect(asked.slice(1)).toEqual([{ filter: { search: "орл" }, cursor: undefined }]);
});

test("a change of the filter aborts the call before it, and its late answer is not shown", async () => {
  const signals: AbortSignal[] = [];
  const { feed, clock, rows } = givenFeed({
    answer: ({ filter }, signal) => {
      signals.push(signal);
      const isSlow = filter["search"] === "";
      return isSlow
        ? new Promise((resolve) => setTimeout(() => resolve({ rows: [row(9)], next: null }), 5))
        : Promise.resolve({ rows: [row(1)], next: null });
    },
  });
  feed.send({ type: "filter.change", patch: { search: "а" } });
  expect(signals[0]?.aborted).toBe(true);
  clock.increment(100);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(rows()).toEqual([1]);
});

test("the changed filter is told, so that the query string follows", () => {
  const { feed } = givenFeed();
  const told = vi.fn();
  feed.on("filter.changed", told);
  feed.send({ type: "filter.change", patch: { search: "а" } });
  expect(told).toHaveBeenCalledWith({ type: "filter.changed", filter: { search: "а" } });
});

test("a queue is read again by itself while somebody looks, and at once when the page is shown again", async () => {
  const { feed, asked, clock } = givenFeed({ refreshEvery: 5000 });
  await settled();
  clock.increment(5000);
  expect(asked).toHaveLength(2);
  feed.send({ type: "page.hide" });
  await settled();
  clock.increment(60_000);
  expect(asked).toHaveLength(2);
  feed.send({ type: "page.show" });
  expect(asked).toHaveLength(3);
});

test("whoever has asked for more rows than the first page is not thrown back to it; other lists wait for a wish", async () => {
  const many = Array.from({ length: 51 }, (_, at) => row(at));
  const long = givenFeed({ refreshEvery: 5000, answer: async () => ({ rows: many, next: null }) });
  const wished = givenFeed();
  await settled();
  for (const { feed, asked, clock } of [long, wished]) {
    clock.increment(60_000);
    feed.send({ type: "page.hide" });
    feed.send({ type: "page.show" });
    expect(asked).toHaveLength(1);
  }
});

const chosen = { command: "block", row: row(2) } as const;

test("nothing is done to a row before it is confirmed", async () => {
  const run = vi.fn(async (one: FeedCommand<Row, Command>) => ({ ...one, after: undefined }));
  const { feed, rows } = givenFeed({ run });
  await settled();
  feed.send({ type: "command.choose", chosen });
  feed.send({ type: "command.cancel" });
  feed.send({ type: "command.confirm" });
  await settled();
  expect(run).not.toHaveBeenCalled();
  feed.send({ type: "command.choose", chosen });
  feed.send({ type: "command.confirm" });
  await settled();
  expect(run).toHaveBeenCalledTimes(1);
  expect(rows()).toEqual([1]);
});

test("a command that is chosen while rows are read is asked about at once; what it broke off is done after it", async () => {
  const { feed, asked, rows, clock } = givenFeed({ run: async (one) => ({ ...one, after: undefined }) });
  await settled();
  feed.send({ type: "filter.change", patch: { search: "а" } });
  feed.send({ type: "command.choose", chosen });
  expect(feed.getSnapshot().value).toBe("confirming");
  clock.increment(1000);
  expect(asked.length).toBe(1);
  feed.send({ type: "command.cancel" });
  clock.increment(100);
  expect(asked[1]).toEqual({ filter: { search: "а" }, cursor: undefined });
  feed.send({ type: "command.choose", chosen });
  feed.send({ type: "command.confirm" });
  await settled();
  expect(asked[2]).toEqual(asked[1]);
  await settled();
  expect([feed.getSnapshot().value, rows()]).toEqual([{ reading: "browsing" }, [1, 2]]);
});

test("a row that its command changed is shown as it is now", async () => {
  const { feed } = givenFeed({ run: async (one) => ({ ...one, after: row(2, "заблокирован") }) });
  await settled();
  feed.send({ type: "command.choose", chosen });
  feed.send({ type: "command.confirm" });
  await settled();
  expect(feed.getSnapshot().context.rows).toEqual([row(1), row(2, "заблокирован")]);
});

test("a refused command says why and reads the rows again", async () => {
  const { feed, asked } = givenFeed({ run: () => Promise.reject(new Error("Себя заблокировать нельзя.")) });
  await settled();
  feed.send({ type: "command.choose", chosen });
  feed.send({ type: "command.confirm" });
  await settled();
  expect(feed.getSnapshot().context.refusal).toBe("Себя заблокировать нельзя.");
  expect(asked.length).toBe(2);
  feed.send({ type: "refusal.dismiss" });
  expect(feed.getSnapshot().context.refusal).toBeUndefined();
});

test("without rows a failure offers another attempt, with rows it leaves them", async () => {
  let isAway = true;
  const { feed, rows } = givenFeed({
    answer: async () => {
      if (isAway) throw new Error("Сервер не отвечает.");
      return { rows: [row(1)], next: null };
    },
  });
  await settled();
  expect(feed.getSnapshot().hasTag("failed")).toBe(true);
  isAway = false;
  feed.send({ type: "network.online" });
  await settled();
  expect(rows()).toEqual([1]);
  isAway = true;
  feed.send({ type: "feed.refresh" });
  await settled();
  expect([rows(), feed.getSnapshot().context.error]).toEqual([[1], "Сервер не отвечает."]);
});

test("paged query — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(machine);
  walk({
    input: { filter: {}, refreshEvery: 5000 },
    events: [
      { type: "filter.change", patch: { search: "а" } },
      { type: "feed.refresh" },
      { type: "network.online" },
      { type: "page.show" },
      { type: "page.hide" },
      { type: "more.want" },
      { type: "command.choose", chosen: { command: "end", row: row(1) } },
      { type: "command.confirm" },
      { type: "command.cancel" },
      { type: "refusal.dismiss" },
      after("settle"),
      after("refreshEvery"),
      done("load", { rows: [row(1)], next: "1" }),
      done("load", { rows: [row(2)], next: null }),
      failed("load"),
      done("run", { command: "end", row: row(1), after: undefined }),
      failed("run"),
    ],
    project: ({ context }) => [context.next, context.rows.length, Boolean(context.refusal), context.isHidden],
  });
});

test("a command goes to the descriptor with its row, and without one it is a fault", async () => {
  const end = vi.fn(async () => undefined);
  const fed: PagedQueryDescriptor<Row, "end"> = { page: async () => ({ rows: [], next: null }), commands: { end } };
  const { run } = feedActors({} as Api, fed);
  const actor = createActor(run, { input: { command: "end", row: row(7) } });
  actor.start();
  await settled();
  expect(end).toHaveBeenCalledWith({}, row(7), expect.anything());
  expect(actor.getSnapshot().output).toEqual({ command: "end", row: row(7), after: undefined });
});

test("rows are joined and replaced by their ids", () => {
  expect(joined([row(1)], [row(1), row(2)])).toEqual([row(1), row(2)]);
  expect(afterCommand([row(1), row(2)], { command: "x", row: row(1), after: undefined })).toEqual([row(2)]);
});
