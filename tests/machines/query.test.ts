import { describe, expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { isEqual } from "#machines/core/equality.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import { type QueryInput, queryMachineOf } from "#machines/core/query.machine.ts";
import { type Loaded, livePolling, type QueryRequest } from "#machines/core/query.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

interface Day {
  readonly date?: string;
}

const MINUTE = 60_000;
const machine = queryMachineOf<Day, string>();
const live = livePolling(true);

/** Starts a query. `answer` ends the latest read of the query. */
const givenQuery = (input: Partial<QueryInput<Day, string>> = {}) => {
  const given = givenMachine(machine, { query: {}, ...input });
  const reads = () => given.calls.filter(({ actor }) => actor === "load");
  const answer = async (data: string, more: Partial<Loaded<Day, string>> = {}) => {
    const { input: request, answer: end } = given.call("load");
    end({ query: request.query, data, at: 1, ...more });
    await flushPromises();
  };
  const fail = async (error: unknown = new Error("fault")) => {
    given.call("load").fail(error);
    await flushPromises();
  };
  return { ...given, reads, answer, fail, snapshot: () => given.actor.getSnapshot() };
};

describe("reading the data of a query", () => {
  test("query — keeps data together with their query and the time of the response", async () => {
    const { answer, snapshot } = givenQuery({ query: { date: "2026-11-20" } });
    expect([snapshot().hasTag("busy"), snapshot().hasTag("skeleton")]).toEqual([true, true]);
    await answer("45 210");
    expect(snapshot().context).toMatchObject({ data: "45 210", dataQuery: { date: "2026-11-20" }, at: 1 });
    expect(snapshot().hasTag("busy")).toBe(false);
  });

  test("query — keeps the previous data until new data arrive", async () => {
    const { actor, answer, snapshot } = givenQuery();
    await answer("old");
    actor.send({ type: "query.refresh" });
    expect([snapshot().hasTag("busy"), snapshot().hasTag("skeleton"), snapshot().context.data]).toEqual([
      true,
      false,
      "old",
    ]);
    await answer("new");
    expect(snapshot().context.data).toBe("new");
  });

  test("query — aborts a refresh when a second refresh begins", async () => {
    const { actor, answer, reads } = givenQuery();
    await answer("old");
    actor.send({ type: "query.refresh" });
    actor.send({ type: "query.refresh" });
    expect(reads().map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  });

  test("query — keeps the object reference of equal data", async () => {
    const lists = queryMachineOf<Day, readonly number[]>();
    const { actor, call } = givenMachine(lists, { query: {} });
    call("load").answer({ query: {}, data: [1, 2], at: 1 });
    await flushPromises();
    const { data } = actor.getSnapshot().context;
    actor.send({ type: "query.refresh" });
    call("load").answer({ query: {}, data: [1, 2], at: 2 });
    await flushPromises();
    expect(actor.getSnapshot().context.data).toBe(data);
    expect(actor.getSnapshot().context.at).toBe(2);
  });

  test("query — shows the failure of a refresh until the next answer", async () => {
    const { actor, answer, fail, snapshot } = givenQuery();
    await answer("old");
    actor.send({ type: "query.refresh" });
    await fail(new NoAnswer());
    expect(snapshot().context).toMatchObject({ failure: { kind: "unanswered" }, data: "old" });
    expect(snapshot().hasTag("failed")).toBe(false);
    actor.send({ type: "network.online" });
    await answer("new");
    expect(snapshot().context).toMatchObject({ failure: undefined, failures: 0, data: "new" });
  });

  test("query — retries a failed first read on request", async () => {
    const { actor, answer, fail, snapshot } = givenQuery();
    await fail();
    expect([snapshot().hasTag("failed"), snapshot().context.failure?.kind]).toEqual([true, "fault"]);
    actor.send({ type: "query.refresh" });
    await answer("there");
    expect(snapshot().context).toMatchObject({ data: "there", failure: undefined });
  });

  test.each([
    ["the last read failed", { query: {} }, false],
    ["the shown data are cached", { query: {}, cached: "old", cachedForMs: 5000 }, true],
  ])("query — reads on the event network.online if %s", async (_, input, isCached) => {
    const { actor, fail, reads } = givenQuery(input);
    if (!isCached) await fail(new NoAnswer());
    actor.send({ type: "network.online" });
    expect(reads()).toHaveLength(isCached ? 1 : 2);
  });

  test("query — a failure does not affect other queries", async () => {
    const queries = [givenQuery(), givenQuery(), givenQuery()] as const;
    await queries[1].fail();
    await queries[0].answer("finance");
    await queries[2].answer("orders");
    expect(queries.map(({ snapshot }) => [snapshot().hasTag("failed"), snapshot().context.data])).toEqual([
      [false, "finance"],
      [true, undefined],
      [false, "orders"],
    ]);
  });
});

describe("changing the query", () => {
  test("query — several quick changes abort the current read and cause one read of the last query", async () => {
    const { actor, answer, reads, clock, snapshot } = givenQuery({ query: { date: "2026-11-20" } });
    for (const date of ["2026-11-19", "2026-11-18", "2026-11-17"]) {
      actor.send({ type: "query.change", query: { date } });
      clock.increment(50);
    }
    expect([reads().length, reads()[0]?.signal.aborted]).toEqual([1, true]);
    clock.increment(50);
    await answer("the 17th");
    expect(reads().map(({ input }) => input)).toEqual([
      { query: { date: "2026-11-20" } },
      { query: { date: "2026-11-17" } },
    ]);
    expect(snapshot().context.dataQuery).toEqual({ date: "2026-11-17" });
  });

  test("query — does not show the data of the previous query after a failed read", async () => {
    const { actor, answer, fail, clock, snapshot } = givenQuery({ query: { date: "2026-11-20" } });
    await answer("the 20th");
    actor.send({ type: "query.change", query: { date: "2026-11-19" } });
    clock.increment(100);
    expect(snapshot().context.data).toBe("the 20th");
    await fail(new NoAnswer());
    expect(snapshot().hasTag("failed")).toBe(true);
    expect(snapshot().context).toMatchObject({
      data: undefined,
      dataQuery: undefined,
      at: undefined,
      failure: { kind: "unanswered" },
    });
  });

  test("query changed before its first answer — shows the skeleton while the new query is read", () => {
    const { actor, reads, clock, snapshot } = givenQuery({ query: { date: "2026-11-20" } });
    actor.send({ type: "query.change", query: { date: "2026-11-19" } });
    clock.increment(100);
    expect(reads()).toHaveLength(2);
    expect(snapshot().hasTag("skeleton")).toBe(true);
  });
});

describe("cached data of a query", () => {
  test("query — shows cached data immediately and reads again after 100 ms", async () => {
    const { answer, clock, reads, snapshot } = givenQuery({ cached: "from the last page" });
    expect([snapshot().hasTag("skeleton"), snapshot().context.data]).toEqual([false, "from the last page"]);
    clock.increment(99);
    expect(reads()).toHaveLength(0);
    clock.increment(1);
    await answer("new");
    expect(snapshot().context.data).toBe("new");
  });

  test("query — keeps the cached data after a failed read", async () => {
    const { clock, fail, snapshot } = givenQuery({ query: { date: "2026-11-20" }, cached: "from the last page" });
    expect(snapshot().context.dataQuery).toEqual({ date: "2026-11-20" });
    clock.increment(100);
    await fail(new NoAnswer());
    expect(snapshot()).toMatchObject({ value: "away", context: { data: "from the last page" } });
  });

  test("query — without cached data, has neither data nor `dataQuery` before the first answer", () => {
    expect(givenQuery().snapshot().context).toMatchObject({ data: undefined, dataQuery: undefined });
  });

  test("query — data cached for less than `cachedForMs` are read again only on request", () => {
    const { actor, clock, reads } = givenQuery({ cached: "from the last page", cachedForMs: 5 * MINUTE });
    clock.increment(MINUTE);
    expect(reads()).toHaveLength(0);
    actor.send({ type: "query.refresh" });
    expect(reads()).toHaveLength(1);
  });
});

describe("polling of a query", () => {
  test("query — polls data that have a polling interval, and reads data without an interval once", async () => {
    const today = givenQuery({ polling: live });
    await today.answer("at 12:00");
    const past = givenQuery({ query: { date: "2026-11-20" }, polling: livePolling(false) });
    await past.answer("the 20th");
    for (const minute of [1, 2, 3]) {
      today.clock.increment(MINUTE);
      past.clock.increment(MINUTE);
      await today.answer(`at 12:0${minute}`);
    }
    expect([today.reads().length, past.reads().length]).toEqual([4, 1]);
  });

  test("query — uses the polling interval of the latest response", async () => {
    const { actor, answer, reads, clock } = givenQuery({ polling: { visible: 20_000 } });
    await answer("steady");
    clock.increment(19_000);
    actor.send({ type: "query.refresh" });
    await answer("moving", { polling: { visible: 3000 } });
    clock.increment(2999);
    expect(reads()).toHaveLength(2);
    clock.increment(1);
    await answer("steady", { polling: { visible: 20_000 } });
    clock.increment(19_999);
    expect(reads()).toHaveLength(3);
    clock.increment(1);
    expect(reads()).toHaveLength(4);
  });

  test("query — reads on the event query.poll even before the polling interval ends", async () => {
    const { actor, answer, reads, snapshot } = givenQuery({ polling: live });
    await answer("old");
    actor.send({ type: "query.poll" });
    expect([reads().length, snapshot().context.cause]).toEqual([2, "poll"]);
  });

  test("query — reads on the event query.poll even before the pause after a failed read ends", async () => {
    const { actor, answer, fail, reads, snapshot } = givenQuery({ polling: live });
    await answer("old");
    actor.send({ type: "query.refresh" });
    await fail(new NoAnswer());
    actor.send({ type: "query.poll" });
    expect([reads().length, snapshot().context.cause]).toEqual([3, "poll"]);
  });

  test("query — retries failed polls after 5, 10, 20, 40 and then every 60 s", async () => {
    const { answer, clock, fail, reads } = givenQuery({ polling: live });
    await answer("old");
    clock.increment(MINUTE);
    for (const pause of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      await fail();
      const before = reads().length;
      clock.increment(pause - 1);
      expect(reads()).toHaveLength(before);
      clock.increment(1);
      expect(reads()).toHaveLength(before + 1);
    }
  });

  test("query — shortens the pauses of the back-off by jitter", async () => {
    const { clock, fail, reads } = givenQuery({ polling: live, jitter: 0.5 });
    await fail();
    clock.increment(2500);
    expect(reads()).toHaveLength(2);
  });

  test("query without polling — retries an unanswered read only while the page is visible", async () => {
    const shown = givenQuery();
    await shown.fail(new NoAnswer());
    shown.clock.increment(5000);
    expect(shown.reads()).toHaveLength(2);
    const hidden = givenQuery();
    hidden.actor.send({ type: "page.hide" });
    await hidden.fail(new NoAnswer());
    hidden.clock.increment(10 * MINUTE);
    expect(hidden.reads()).toHaveLength(1);
  });

  test("query without polling — does not retry a read that ended with an unexpected error", async () => {
    const { actor, answer, clock, fail, reads } = givenQuery();
    await fail();
    clock.increment(10 * MINUTE);
    expect(reads()).toHaveLength(1);
    actor.send({ type: "query.refresh" });
    await answer("old");
    actor.send({ type: "query.refresh" });
    await fail();
    clock.increment(10 * MINUTE);
    expect(reads()).toHaveLength(3);
  });
});

describe("query on a hidden page", () => {
  test("query on a hidden page — stops the polling, and reads immediately when the page is shown", async () => {
    const { actor, answer, reads, clock } = givenQuery({ polling: live });
    await answer("at 12:00");
    actor.send({ type: "page.hide" });
    clock.increment(10 * MINUTE);
    expect(reads()).toHaveLength(1);
    actor.send({ type: "page.show" });
    expect(reads()).toHaveLength(2);
  });

  test("query on a hidden page — polls at the interval for hidden pages", async () => {
    const { actor, answer, reads, clock } = givenQuery({ polling: { visible: 10_000, hidden: MINUTE } });
    await answer("at 12:00");
    clock.increment(9000);
    actor.send({ type: "page.hide" });
    clock.increment(MINUTE - 1);
    expect(reads()).toHaveLength(1);
    clock.increment(1);
    expect(reads()).toHaveLength(2);
  });

  test("query on a hidden page — does not start to poll when an answer arrives", async () => {
    const { actor, answer, reads, clock } = givenQuery({ polling: live });
    actor.send({ type: "page.hide" });
    await answer("at 12:00");
    clock.increment(10 * MINUTE);
    expect(reads()).toHaveLength(1);
    actor.send({ type: "page.show" });
    expect(reads()).toHaveLength(2);
  });

  test("query on a hidden page — does not start to poll when the server is reachable again after an outage", async () => {
    const { actor, answer, reads } = givenQuery({ polling: live });
    await answer("at 12:00");
    actor.send({ type: "page.hide" });
    actor.send({ type: "network.online" });
    expect(reads()).toHaveLength(1);
  });

  test("query without polling — is read again on the event page.show only if `isReadOnShow` is set", async () => {
    const reads = async (isReadOnShow: boolean | undefined) => {
      const given = givenQuery({ isReadOnShow });
      await given.answer("the 20th");
      given.actor.send({ type: "page.hide" });
      given.actor.send({ type: "page.show" });
      return given.reads().length;
    };
    expect([await reads(undefined), await reads(false), await reads(true)]).toEqual([1, 1, 2]);
  });
});

describe("query on a page that was hidden and is shown again", () => {
  const situations = ["loading", "loaded", "refreshing", "away", "failed"] as const;

  /** Starts a query and brings it into a state. */
  const givenState = async (state: (typeof situations)[number], input: Partial<QueryInput<Day, string>> = {}) => {
    const given = givenQuery(input);
    if (state === "failed") await given.fail(new NoAnswer());
    else if (state !== "loading") await given.answer("at 12:00");
    if (state === "refreshing" || state === "away") given.actor.send({ type: "query.refresh" });
    if (state === "away") await given.fail(new NoAnswer());
    expect(given.snapshot().value).toBe(state);
    given.actor.send({ type: "page.hide" });
    given.actor.send({ type: "page.show" });
    return given;
  };

  test.each(situations)("query — is polled again after the page was hidden in the state '%s'", async (state) => {
    const { answer, clock, reads } = await givenState(state, { polling: live });
    await answer("at 12:01");
    const before = reads().length;
    clock.increment(MINUTE - 1);
    expect(reads()).toHaveLength(before);
    clock.increment(1);
    expect(reads()).toHaveLength(before + 1);
  });

  test.each(["loading", "loaded", "refreshing"] as const)(
    "query without polling — retries an unanswered read after the page was hidden in the state '%s'",
    async (state) => {
      const { actor, clock, fail, reads } = await givenState(state);
      if (state === "loaded") actor.send({ type: "query.refresh" });
      await fail(new NoAnswer());
      const before = reads().length;
      clock.increment(5000);
      expect(reads()).toHaveLength(before + 1);
    },
  );
});

describe("cause of a read of a query", () => {
  const polled = { polling: live, topics: ["order"] } as const;
  const away = async ({ actor, fail }: ReturnType<typeof givenQuery>) => {
    actor.send({ type: "query.refresh" });
    await fail(new NoAnswer());
  };

  test.each([
    ["the user's request", "request", "query.refresh"],
    ["a poll on request", "poll", "query.poll"],
    ["the end of an outage", "poll", "network.online"],
    ["the event page.show", "poll", "page.show"],
  ] as const)("query — a read after %s has the cause '%s', even after a failed read", async (_, cause, type) => {
    for (const isAway of [false, true]) {
      const other = type === "query.refresh" ? "query.poll" : "query.refresh";
      const given = givenQuery(polled);
      await given.answer("old");
      given.actor.send({ type: other });
      if (isAway) await given.fail(new NoAnswer());
      else await given.answer("new");
      given.actor.send({ type });
      expect([given.reads().length, given.snapshot().context.cause]).toEqual([3, cause]);
    }
  });

  test("query — a read that replaces an unfinished read has the cause 'request', because only the user can replace a read", async () => {
    const { actor, answer, reads, snapshot } = givenQuery(polled);
    await answer("old");
    actor.send({ type: "query.poll" });
    actor.send({ type: "query.refresh" });
    expect([reads().length, snapshot().context.cause]).toEqual([3, "request"]);
  });

  test("query — a read after a polling interval, after a reported change or after a back-off has the cause 'poll'", async () => {
    const interval = givenQuery(polled);
    await interval.answer("old");
    interval.clock.increment(MINUTE);
    const change = givenQuery(polled);
    await change.answer("old");
    change.actor.send({ type: "data.changed", topic: "order" });
    change.clock.increment(300);
    const backOff = givenQuery(polled);
    await backOff.answer("old");
    await away(backOff);
    backOff.clock.increment(5000);
    for (const { snapshot } of [interval, change, backOff])
      expect([snapshot().value, snapshot().context.cause]).toEqual(["refreshing", "poll"]);
  });

  test("query — the first read of a changed query has the cause 'first'", async () => {
    const { actor, answer, clock, snapshot } = givenQuery(polled);
    await answer("old");
    actor.send({ type: "query.poll" });
    await answer("new");
    actor.send({ type: "query.change", query: { date: "2026-11-19" } });
    clock.increment(100);
    expect([snapshot().value, snapshot().context.cause]).toEqual(["refreshing", "first"]);
  });
});

/** Returns an actor with reads that end one after the other with the given answers and errors. */
const readsEndingWith = (ends: (string | Error)[]) =>
  fromPromise<Loaded<Day, string>, QueryRequest<Day>>(async ({ input: { query } }) => {
    const end = ends.shift();
    if (typeof end !== "string") throw end;
    return { query, data: end, at: 7 };
  });

test("query — reports a failed first read, both of the initial query and of a changed query", async () => {
  const { parent, reports, clock } = givenParent();
  const load = readsEndingWith([new NoAnswer(), "old", new Error("fault")]);
  const provided = machine.provide({ actors: { load, environment: steadyEnvironment } });
  const actor = createActor(provided, { id: "sum", input: { query: {} }, parent }).start();
  await flushPromises();
  actor.send({ type: "query.refresh" });
  await flushPromises();
  actor.send({ type: "query.change", query: { date: "2026-11-19" } });
  clock.increment(100);
  await flushPromises();
  expect(reports).toMatchObject([
    { type: "query.failed", from: "sum", failure: { kind: "unanswered" } },
    { type: "query.loaded", loaded: { data: "old" } },
    { type: "query.failed", from: "sum", failure: { kind: "fault" } },
  ]);
});

test("query — reports each answer with the cause of its read, and each failure, to its parent", async () => {
  const { parent, reports } = givenParent();
  const load = readsEndingWith(["first", new NoAnswer(), "second"]);
  const provided = machine.provide({ actors: { load, environment: steadyEnvironment } });
  const actor = createActor(provided, { id: "sum", input: { query: {} }, parent }).start();
  await flushPromises();
  actor.send({ type: "query.poll" });
  await flushPromises();
  actor.send({ type: "query.refresh" });
  await flushPromises();
  expect(reports).toEqual([
    { type: "query.loaded", from: "sum", loaded: { query: {}, data: "first", at: 7 }, cause: "first" },
    { type: "query.failed", from: "sum", failure: expect.objectContaining({ kind: "unanswered" }) },
    { type: "query.loaded", from: "sum", loaded: { query: {}, data: "second", at: 7 }, cause: "request" },
  ]);
});

test("query — an answer without data is not reported, and a later failure leads to the state 'failed'", async () => {
  const { parent, reports } = givenParent();
  const ends = [() => undefined, () => Promise.reject(new NoAnswer())];
  const load = fromPromise<Loaded<Day, string | undefined>, QueryRequest<Day>>(async ({ input: { query } }) => ({
    query,
    data: await ends.shift()?.(),
    at: 7,
  }));
  const provided = queryMachineOf<Day, string | undefined>().provide({
    actors: { load, environment: steadyEnvironment },
  });
  const actor = createActor(provided, { id: "sum", input: { query: {} }, parent }).start();
  await flushPromises();
  expect([actor.getSnapshot().value, reports]).toEqual(["loaded", []]);
  actor.send({ type: "query.refresh" });
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("failed");
});

test("actor that reads a query — returns no polling interval if the descriptor has no function `polling`", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json({}) });
  const descriptor = { name: "sum", load: async (_: unknown, query: number) => query + 1 };
  const { load } = queryActors({ api, environment: steadyEnvironment, now: () => 7 }, descriptor);
  const actor = createActor(load, { input: { query: 1 } }).start();
  await flushPromises();
  expect(actor.getSnapshot().output).toEqual({ query: 1, data: 2, at: 7, polling: undefined });
});

test("actor that reads a query — returns the data, the time of the read and the polling interval", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json({}) });
  const descriptor = {
    name: "sum",
    load: async (_: unknown, query: number) => query + 1,
    polling: (query: number, data: number) => ({ visible: query * 1000 + data }),
  };
  const { load } = queryActors({ api, environment: steadyEnvironment, now: () => 7 }, descriptor);
  const actor = createActor(load, { input: { query: 1 } }).start();
  await flushPromises();
  expect(actor.getSnapshot().output).toEqual({ query: 1, data: 2, at: 7, polling: { visible: 1002 } });
});

describe("query with a live feed", () => {
  const given = async (more: Partial<QueryInput<Day, string>> = {}) => {
    const query = givenQuery({ topics: ["order", "kitchen"], polling: { visible: 5000 }, ...more });
    await query.answer("old");
    return query;
  };

  test("query — reads once after several changes of its topics", async () => {
    const { actor, clock, reads, answer, snapshot } = await given();
    actor.send({ type: "data.changed", topic: "print" });
    clock.increment(400);
    expect(reads()).toHaveLength(1);
    for (const topic of ["order", "kitchen", "order"] as const) actor.send({ type: "data.changed", topic });
    expect(snapshot().matches("announced")).toBe(true);
    clock.increment(299);
    expect(reads()).toHaveLength(1);
    clock.increment(1);
    expect(reads()).toHaveLength(2);
    await answer("new");
    expect([snapshot().value, snapshot().context.data]).toEqual(["loaded", "new"]);
    actor.send({ type: "data.changed", topic: "all" });
    clock.increment(300);
    expect(reads()).toHaveLength(3);
  });

  test("query — reads again after a change during a read, because the answer may be older than the change", async () => {
    const { actor, clock, reads, answer } = await given();
    actor.send({ type: "query.refresh" });
    actor.send({ type: "data.changed", topic: "order" });
    await answer("perhaps older");
    clock.increment(300);
    expect(reads()).toHaveLength(3);
  });

  test("query — after a failed first read, a reported change and a refresh cause a single read", async () => {
    const { actor, answer, clock, fail, reads, snapshot } = givenQuery({ topics: ["order"] });
    await fail();
    actor.send({ type: "data.changed", topic: "order" });
    actor.send({ type: "query.refresh" });
    await answer("new");
    clock.increment(300);
    expect([snapshot().value, reads().length]).toEqual(["loaded", 2]);
  });

  test("query — polls at its own interval if the live feed was lost during a read", async () => {
    const { actor, answer, clock, reads } = await given();
    actor.send({ type: "feed.live" });
    actor.send({ type: "query.refresh" });
    actor.send({ type: "feed.lost" });
    await answer("new");
    clock.increment(5000);
    expect(reads()).toHaveLength(3);
  });

  test("query — a refresh by the user starts a read at once, without the delay after a reported change", async () => {
    const { actor, reads, snapshot } = await given();
    actor.send({ type: "data.changed", topic: "order" });
    actor.send({ type: "query.refresh" });
    expect([reads().length, snapshot().context.cause]).toEqual([2, "request"]);
  });

  test("query — polls only once a minute while the live feed works", async () => {
    const { actor, clock, reads, answer } = await given();
    actor.send({ type: "feed.live" });
    actor.send({ type: "query.refresh" });
    await answer("live");
    clock.increment(59_999);
    expect(reads()).toHaveLength(2);
    clock.increment(1);
    await answer("after a minute");
    clock.increment(20_000);
    actor.send({ type: "feed.lost" });
    clock.increment(4999);
    expect(reads()).toHaveLength(3);
    clock.increment(1);
    expect(reads()).toHaveLength(4);
    await answer("lost");
    clock.increment(5000);
    expect(reads()).toHaveLength(5);
  });

  test("query — the delay after a reported change is shortened by jitter", async () => {
    const { actor, clock, reads } = await given({ jitter: 0.5 });
    actor.send({ type: "data.changed", topic: "order" });
    clock.increment(149);
    expect(reads()).toHaveLength(1);
    clock.increment(1);
    expect(reads()).toHaveLength(2);
  });

  test("query without polling — is neither polled nor retried after an unexpected error while the live feed works", async () => {
    const { actor, clock, fail, reads } = await given({ polling: {} });
    actor.send({ type: "feed.live" });
    actor.send({ type: "network.online" });
    expect(reads()).toHaveLength(1);
    actor.send({ type: "query.refresh" });
    await fail();
    clock.increment(10 * MINUTE);
    expect(reads()).toHaveLength(2);
  });

  test("query — without topics, ignores the live feed and reported changes", async () => {
    const { actor, answer, clock, reads, snapshot } = givenQuery();
    await answer("old");
    actor.send({ type: "feed.live" });
    actor.send({ type: "data.changed", topic: "all" });
    clock.increment(1000);
    expect([reads().length, snapshot().context.isLive, snapshot().context.isOutdated]).toEqual([1, false, false]);
  });

  test("query — cached data become outdated only when a change is reported", () => {
    const { actor, snapshot } = givenQuery({ cached: "old", topics: ["order"] });
    expect(snapshot().context.isOutdated).toBe(false);
    actor.send({ type: "data.changed", topic: "order" });
    expect(snapshot().context.isOutdated).toBe(true);
  });

  test("query — reads a change reported on a hidden page when the page is shown; a query without topics ignores changes", async () => {
    const { actor, clock, reads } = await given({ polling: {} });
    actor.send({ type: "page.hide" });
    actor.send({ type: "data.changed", topic: "order" });
    clock.increment(1000);
    expect(reads()).toHaveLength(1);
    actor.send({ type: "page.show" });
    clock.increment(300);
    expect(reads()).toHaveLength(2);
    const other = await given({ topics: [], polling: {} });
    other.actor.send({ type: "feed.live" });
    other.actor.send({ type: "data.changed", topic: "all" });
    other.clock.increment(1000);
    expect([other.reads().length, other.snapshot().context.isLive]).toEqual([1, false]);
  });
});

test("query — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(machine);
  const query = { date: "2026-11-20" };
  walk({
    inputs: [
      { query },
      { query, cached: "old" },
      { query, polling: { visible: MINUTE } },
      { query, isReadOnShow: true },
      { query, topics: ["order"] },
    ],
    events: [
      { type: "feed.live" },
      { type: "feed.lost" },
      { type: "data.changed", topic: "order" },
      { type: "query.change", query: { date: "2026-11-19" } },
      { type: "query.refresh" },
      { type: "query.poll" },
      { type: "network.online" },
      { type: "page.show" },
      { type: "page.hide" },
      after("settle"),
      after("spread"),
      after("cachedFor"),
      after("poll"),
      after("backOff"),
      done("load", { query, data: "new", at: 1 }),
      done("load", { query: { date: "2026-11-19" }, data: "former", at: 1 }),
      failed("load"),
      failed("load", new NoAnswer()),
    ],
    project: ({ context }) => [
      context.failure?.kind,
      context.data === undefined,
      context.query.date,
      context.dataQuery?.date,
      context.isHidden,
      context.isLive,
      context.isOutdated,
    ],
    invariant: (snapshot) => {
      const { data, dataQuery, failure, query: asked } = snapshot.context;
      if (snapshot.hasTag("skeleton")) expect(data).toBeUndefined();
      if (snapshot.matches("loaded")) expect([failure, typeof data]).toEqual([undefined, "string"]);
      if (snapshot.matches("away")) expect([failure !== undefined, isEqual(dataQuery, asked)]).toEqual([true, true]);
      if (snapshot.matches("failed")) expect([failure !== undefined, data]).toEqual([true, undefined]);
    },
  });
});

test("query — reads immediately on the event query.poll, and the answer replaces cached data", async () => {
  const { actor, reads, answer, snapshot } = givenQuery({ cached: "old", cachedForMs: 5000 });
  expect([reads().length, snapshot().context.data]).toEqual([0, "old"]);
  actor.send({ type: "query.poll" });
  expect(reads()).toHaveLength(1);
  await answer("new");
  expect(snapshot().context.data).toBe("new");
});

test("query — retries a failed read when the page is shown", async () => {
  for (const cached of [undefined, "old"]) {
    const { actor, reads, fail } = givenQuery({ cached, cachedForMs: 1, polling: { visible: MINUTE } });
    if (cached !== undefined) actor.send({ type: "query.refresh" });
    await fail(new NoAnswer());
    const before = reads().length;
    actor.send({ type: "page.hide" });
    actor.send({ type: "page.show" });
    expect(reads()).toHaveLength(before + 1);
  }
});

test("query — a refresh during the first read aborts that read and reads again", async () => {
  const { actor, call, reads, answer, snapshot } = givenQuery();
  const first = call("load");
  actor.send({ type: "query.refresh" });
  expect([first.signal.aborted, reads().length]).toEqual([true, 2]);
  await answer("new");
  expect(snapshot().context.data).toBe("new");
});
