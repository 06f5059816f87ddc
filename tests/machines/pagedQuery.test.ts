import { expect, test, vi } from "vitest";
import { createActor, SimulatedClock, toPromise } from "xstate";
import { ApiProblem, createApi, NoAnswer, UnreadableAnswer } from "#api/client.ts";
import type { LiveTopic } from "#machines/core/environment.ts";
import { pagedQueryActors, readAllPages } from "#machines/core/pagedQuery.actors.ts";
import { pagedQueryMachineOf } from "#machines/core/pagedQuery.machine.ts";
import {
  applyCommand,
  type CommandAttempt,
  joinPages,
  type Page,
  type PagedQueryDescriptor,
  type PageRequest,
} from "#machines/core/pagedQuery.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}
type Command = "block" | "end";

const row = (id: number, name = `row ${id}`): Row => ({ id, name });
const never = (): Promise<Response> => Promise.reject(new NoAnswer());

const pages = async ({ cursor }: PageRequest): Promise<Page<Row>> =>
  cursor === undefined ? { rows: [row(1), row(2)], next: "2" } : { rows: [row(2), row(3)], next: null };

type Run = (row: Row, attempt: CommandAttempt) => Promise<Row | undefined>;

/** Starts a list. `page` answers the reads of the list, by default with two pages, and `run` runs the commands. */
const givenList = (
  facts: {
    page?: (request: PageRequest, signal: AbortSignal) => Promise<Page<Row>>;
    run?: Run;
    pollEvery?: number;
    topics?: readonly LiveTopic[];
  } = {},
) => {
  const { page = pages, run = async () => undefined, pollEvery, topics } = facts;
  const requests: PageRequest[] = [];
  const clock = new SimulatedClock();
  const { environment, report } = givenEnvironment();
  const command = (_: unknown, target: Row, attempt: CommandAttempt) => run(target, attempt);
  const descriptor: PagedQueryDescriptor<Row, Command> = {
    page: (_, filter, cursor, signal) => {
      requests.push({ filter, cursor });
      return page({ filter, cursor }, signal);
    },
    commands: { block: command, end: command },
  };
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const parts = { api: createApi({ baseUrl: "http://server", fetch: never }), environment, newKey };
  const list = createActor(
    pagedQueryMachineOf<Row, Command>().provide({ actors: pagedQueryActors(parts, descriptor) }),
    {
      input: { filter: { search: "" }, pollEvery, topics },
      clock,
    },
  ).start();
  return { list, requests, clock, report, rows: () => list.getSnapshot().context.rows.map(({ id }) => id) };
};

/** Waits until a command and the following read have ended. */
const end = async () => {
  for (let turn = 0; turn < 6; turn += 1) await flushPromises();
};

test("paged list — reads the first page immediately and further pages on request", async () => {
  const { list, requests, rows } = givenList();
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
  await flushPromises();
  expect(rows()).toEqual([1, 2]);
  list.send({ type: "more.load" });
  await flushPromises();
  expect(rows()).toEqual([1, 2, 3]);
  list.send({ type: "more.load" });
  await flushPromises();
  expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, "2"]);
});

test("paged list — begins without rows, and reads the first page with its filter", () => {
  const { list, requests, rows } = givenList();
  expect(rows()).toEqual([]);
  expect(list.getSnapshot().context).toMatchObject({ next: null, isHidden: false, isLive: false, isOutdated: false });
  expect(requests).toEqual([{ filter: { search: "" }, cursor: undefined }]);
});

test("paged list — the id of a child actor is the actor's name, but the actor that reads a further page has the id 'extend'", async () => {
  const { list } = givenList();
  const children = () => Object.keys(list.getSnapshot().children).sort();
  expect(children()).toEqual(["environment", "load"]);
  await flushPromises();
  list.send({ type: "list.refresh" });
  expect(children()).toEqual(["environment", "load"]);
  await flushPromises();
  list.send({ type: "more.load" });
  expect(children()).toEqual(["environment", "extend"]);
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  expect(children()).toEqual(["environment", "run"]);
});

test("paged list — without topics, ignores the live feed and reported changes", async () => {
  const { list, requests, clock, report } = givenList();
  report({ type: "feed.live" });
  await flushPromises();
  report({ type: "data.changed", topic: "all" });
  clock.increment(1000);
  expect([list.getSnapshot().context.isLive, requests.length]).toEqual([false, 1]);
});

test("paged list — applies the text typed in a filter 100 ms after the last character", async () => {
  const { list, requests, clock } = givenList();
  await flushPromises();
  for (const search of ["о", "ор", "орл"]) {
    list.send({ type: "filter.change", patch: { search } });
    clock.increment(99);
  }
  expect(requests).toHaveLength(1);
  clock.increment(1);
  expect(requests.slice(1)).toEqual([{ filter: { search: "орл" }, cursor: undefined }]);
});

test("paged list — aborts the current read when the filter changes", async () => {
  const signals: AbortSignal[] = [];
  const { list, clock, rows } = givenList({
    page: ({ filter }, signal) => {
      signals.push(signal);
      return filter["search"] === "" ? new Promise(() => {}) : Promise.resolve({ rows: [row(1)], next: null });
    },
  });
  list.send({ type: "filter.change", patch: { search: "а" } });
  expect(signals[0]?.aborted).toBe(true);
  clock.increment(100);
  await flushPromises();
  expect(rows()).toEqual([1]);
});

test("paged list — emits a changed filter, so that the URL can be updated", () => {
  const { list } = givenList();
  const reported = vi.fn();
  list.on("filter.changed", reported);
  list.send({ type: "filter.change", patch: { search: "а" } });
  expect(reported).toHaveBeenCalledWith({ type: "filter.changed", filter: { search: "а" } });
});

test.each([
  ["the first page", "opening", "opening", undefined],
  ["a refresh", "loading", "loading", { type: "list.refresh" }],
  ["a further page", "extending", "loading", { type: "more.load" }],
] as const)(
  "paged list — a refresh during the read of %s aborts this read and reads the first page again",
  async (_, state, target, start) => {
    const signals: AbortSignal[] = [];
    const { list, requests } = givenList({
      page: (request, signal) => {
        signals.push(signal);
        return pages(request);
      },
    });
    if (start) {
      await flushPromises();
      list.send(start);
    }
    expect(list.getSnapshot().value).toEqual({ reading: state });
    const before = requests.length;
    list.send({ type: "list.refresh" });
    expect(list.getSnapshot().value).toEqual({ reading: target });
    expect(requests.slice(before).map(({ cursor }) => cursor)).toEqual([undefined]);
    expect(signals.map(({ aborted }) => aborted).slice(-2)).toEqual([true, false]);
    await flushPromises();
    expect(list.getSnapshot().value).toEqual({ reading: "browsing" });
  },
);

test("paged list — is polled only while the page is visible", async () => {
  const { requests, clock, report } = givenList({ pollEvery: 5000 });
  await flushPromises();
  clock.increment(5000);
  await flushPromises();
  expect(requests).toHaveLength(2);
  report({ type: "page.hide" });
  clock.increment(60_000);
  expect(requests).toHaveLength(2);
  report({ type: "page.show" });
  expect(requests).toHaveLength(3);
});

test.each(["opening", "browsing", "loading", "failed"] as const)(
  "paged list — is polled again after the page was hidden and shown in the state '%s'",
  async (state) => {
    let isAway = state === "failed";
    const { list, requests, clock, report } = givenList({
      pollEvery: 5000,
      page: (request) => (isAway ? Promise.reject(new NoAnswer()) : pages(request)),
    });
    if (state !== "opening") await flushPromises();
    if (state === "loading") list.send({ type: "list.refresh" });
    expect(list.getSnapshot().value).toEqual({ reading: state });
    isAway = false;
    report({ type: "page.hide" });
    expect(list.getSnapshot().context.isHidden).toBe(true);
    report({ type: "page.show" });
    expect(list.getSnapshot().context.isHidden).toBe(false);
    if (state === "failed") clock.increment(5000);
    await flushPromises();
    expect(list.getSnapshot().value).toEqual({ reading: "browsing" });
    const before = requests.length;
    clock.increment(4999);
    expect(requests).toHaveLength(before);
    clock.increment(1);
    expect(requests).toHaveLength(before + 1);
  },
);

test.each(["failed", "browsing"] as const)(
  "paged list — a retry that is due on a hidden page waits until the page is shown, in the state '%s'",
  async (state) => {
    let isAway = state === "failed";
    const { list, requests, clock, report } = givenList({
      page: (request) => (isAway ? Promise.reject(new NoAnswer()) : pages(request)),
    });
    await flushPromises();
    isAway = true;
    if (state === "browsing") list.send({ type: "list.refresh" });
    await flushPromises();
    expect(list.getSnapshot().value).toEqual({ reading: state });
    report({ type: "page.hide" });
    clock.increment(600_000);
    const before = requests.length;
    isAway = false;
    report({ type: "page.show" });
    expect(requests).toHaveLength(before + 1);
    await flushPromises();
    expect(list.getSnapshot().context).toMatchObject({ failure: undefined, isHidden: false });
  },
);

test("paged list — is not polled if it has more than 50 rows or no polling interval", async () => {
  const many = Array.from({ length: 51 }, (_, index) => row(index));
  const long = givenList({ pollEvery: 5000, page: async () => ({ rows: many, next: null }) });
  const unpolled = givenList();
  await flushPromises();
  for (const { requests, clock, report } of [long, unpolled]) {
    clock.increment(60_000);
    report({ type: "page.hide" });
    report({ type: "page.show" });
    expect(requests).toHaveLength(1);
  }
});

test("paged list — with 50 rows, is polled, and is read again after a change and when the page is shown", async () => {
  const rows = Array.from({ length: 50 }, (_, index) => row(index));
  const { requests, clock, report } = givenList({
    pollEvery: 5000,
    topics: ["print"],
    page: async () => ({ rows, next: null }),
  });
  await flushPromises();
  clock.increment(5000);
  await flushPromises();
  expect(requests).toHaveLength(2);
  report({ type: "data.changed", topic: "print" });
  clock.increment(300);
  await flushPromises();
  expect(requests).toHaveLength(3);
  report({ type: "page.hide" });
  report({ type: "page.show" });
  expect(requests).toHaveLength(4);
});

test("paged list — several changes of its topics cause one read, even if the changes come during a read", async () => {
  const { list, requests, clock, report } = givenList({ topics: ["print"] });
  await flushPromises();
  report({ type: "data.changed", topic: "order" });
  clock.increment(1000);
  expect(requests).toHaveLength(1);
  report({ type: "data.changed", topic: "print" });
  report({ type: "data.changed", topic: "print" });
  clock.increment(299);
  expect(requests).toHaveLength(1);
  clock.increment(1);
  expect(requests).toHaveLength(2);
  report({ type: "data.changed", topic: "all" });
  await flushPromises();
  expect(list.getSnapshot().value).toEqual({ reading: "announced" });
  list.send({ type: "list.refresh" });
  expect([list.getSnapshot().context.isOutdated, requests.length]).toEqual([false, 3]);
  await flushPromises();
  clock.increment(1000);
  expect(requests).toHaveLength(3);
});

test("paged list — reads the next page immediately, even if the read after a reported change has not begun", async () => {
  const { list, requests, clock, report, rows } = givenList({ topics: ["print"] });
  await flushPromises();
  report({ type: "data.changed", topic: "print" });
  list.send({ type: "more.load" });
  await flushPromises();
  expect(rows()).toEqual([1, 2, 3]);
  clock.increment(300);
  await flushPromises();
  expect([rows(), requests.length]).toEqual([[1, 2], 3]);
});

test("paged list — on the last page, reads no further page before the read after a reported change", async () => {
  const { list, report } = givenList({ topics: ["print"], page: async () => ({ rows: [row(1)], next: null }) });
  await flushPromises();
  report({ type: "data.changed", topic: "print" });
  expect(list.getSnapshot().matches({ reading: "announced" })).toBe(true);
  expect(list.getSnapshot().can({ type: "more.load" })).toBe(false);
});

test("paged list — with more than 50 rows, is not read again after a change, because the read would remove rows", async () => {
  const many = Array.from({ length: 51 }, (_, index) => row(index));
  const { requests, clock, report } = givenList({
    topics: ["print"],
    page: async () => ({ rows: many, next: null }),
  });
  await flushPromises();
  report({ type: "data.changed", topic: "print" });
  clock.increment(1000);
  expect(requests).toHaveLength(1);
});

test("paged list — a change reported on a hidden page is read when the page is shown", async () => {
  const { requests, clock, report } = givenList({ topics: ["print"] });
  await flushPromises();
  report({ type: "page.hide" });
  report({ type: "data.changed", topic: "print" });
  clock.increment(1000);
  expect(requests).toHaveLength(1);
  report({ type: "page.show" });
  clock.increment(300);
  expect(requests).toHaveLength(2);
});

test("paged list — is polled once a minute while the live feed works, and otherwise at its own interval", async () => {
  const { list, requests, clock, report } = givenList({ topics: ["print"], pollEvery: 5000 });
  report({ type: "feed.live" });
  await flushPromises();
  clock.increment(59_999);
  expect(requests).toHaveLength(1);
  clock.increment(1);
  await flushPromises();
  expect(requests).toHaveLength(2);
  clock.increment(20_000);
  report({ type: "feed.lost" });
  clock.increment(4999);
  expect(requests).toHaveLength(2);
  clock.increment(1);
  expect(requests).toHaveLength(3);
  const unfollowed = givenList({ pollEvery: 5000 });
  unfollowed.report({ type: "feed.live" });
  unfollowed.report({ type: "data.changed", topic: "all" });
  await flushPromises();
  unfollowed.clock.increment(5000);
  expect([unfollowed.requests.length, list.getSnapshot().context.isLive]).toEqual([2, false]);
});

test("paged list — with an interval of more than a minute, keeps the interval while the live feed works", async () => {
  const { requests, clock, report } = givenList({ topics: ["print"], pollEvery: 120_000 });
  report({ type: "feed.live" });
  await flushPromises();
  clock.increment(119_999);
  expect(requests).toHaveLength(1);
  clock.increment(1);
  expect(requests).toHaveLength(2);
});

test("paged list — without a polling interval, is not polled while the live feed works", async () => {
  const { requests, clock, report } = givenList({ topics: ["print"] });
  report({ type: "feed.live" });
  await flushPromises();
  clock.increment(600_000);
  expect(requests).toHaveLength(1);
});

test("paged list — keeps its rows after a failed read of a further page, and the page can be read again", async () => {
  let isAway = true;
  const { list, requests, clock, rows } = givenList({
    page: (request) => (isAway && request.cursor ? Promise.reject(new NoAnswer()) : pages(request)),
  });
  await flushPromises();
  list.send({ type: "more.load" });
  await flushPromises();
  expect([rows(), list.getSnapshot().context.failure?.kind]).toEqual([[1, 2], "unanswered"]);
  isAway = false;
  list.send({ type: "more.load" });
  await flushPromises();
  expect(rows()).toEqual([1, 2, 3]);
  expect(list.getSnapshot().context).toMatchObject({ failure: undefined, failures: 0 });
  clock.increment(600_000);
  expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, "2", "2"]);
});

const chosen = { command: "block", row: row(2) } as const;

test("paged list — runs a command only after the user's confirmation", async () => {
  const run = vi.fn<Run>(async () => undefined);
  const { list, rows } = givenList({ run });
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.cancel" });
  expect(list.getSnapshot()).toMatchObject({ value: { reading: "browsing" }, context: { chosen: undefined } });
  list.send({ type: "command.confirm" });
  await end();
  expect(run).not.toHaveBeenCalled();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  list.send({ type: "command.confirm" });
  await end();
  expect(run).toHaveBeenCalledTimes(1);
  expect(rows()).toEqual([1]);
  expect(list.getSnapshot()).toMatchObject({ value: { reading: "browsing" }, context: { chosen: undefined } });
});

test("paged list — postpones the read for a new filter while a confirmation is open", async () => {
  const { list, requests, clock } = givenList();
  await flushPromises();
  list.send({ type: "filter.change", patch: { search: "а" } });
  list.send({ type: "command.choose", chosen });
  expect(list.getSnapshot().value).toBe("confirming");
  clock.increment(1000);
  expect(requests).toHaveLength(1);
  list.send({ type: "command.cancel" });
  clock.increment(100);
  expect(requests[1]).toEqual({ filter: { search: "а" }, cursor: undefined });
});

test("paged list — replaces a row by the result of the command on this row", async () => {
  const { list } = givenList({ run: async () => row(2, "заблокирован") });
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  await end();
  expect(list.getSnapshot().context.rows).toEqual([row(1), row(2, "заблокирован")]);
});

test("paged list — shows the reason for a refused command", async () => {
  const { list, requests } = givenList({
    run: () => Promise.reject(new ApiProblem(409, "Себя заблокировать нельзя.")),
  });
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  await end();
  expect(list.getSnapshot().context.refusal?.message).toBe("Себя заблокировать нельзя.");
  expect(list.getSnapshot().context.chosen).toBeUndefined();
  expect(requests).toHaveLength(2);
  list.send({ type: "refusal.dismiss" });
  expect(list.getSnapshot().context.refusal).toBeUndefined();
});

test("paged list — choosing a command removes the reason for an earlier refusal", async () => {
  const { list } = givenList({ run: () => Promise.reject(new ApiProblem(409, "Себя заблокировать нельзя.")) });
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  await end();
  list.send({ type: "command.choose", chosen });
  expect(list.getSnapshot().context).toMatchObject({ chosen, refusal: undefined });
});

test("paged list — runs a command with the value that the user chose in the dialog, and emits the finished command", async () => {
  const ran = vi.fn(async (_api: unknown, _row: Row, _attempt: CommandAttempt, _route: string | undefined) => row(2));
  const descriptor: PagedQueryDescriptor<Row, "route", string> = {
    page: (_, filter, cursor) => pages({ filter, cursor }),
    commands: { route: ran },
  };
  const parts = {
    api: createApi({ baseUrl: "http://server", fetch: never }),
    environment: givenEnvironment().environment,
    newKey: () => "key-1",
  };
  const machine = pagedQueryMachineOf<Row, "route", string>().provide({ actors: pagedQueryActors(parts, descriptor) });
  const list = createActor(machine, { input: { filter: {} } }).start();
  const emitted = vi.fn();
  list.on("command.done", emitted);
  await flushPromises();
  list.send({ type: "command.choose", chosen: { command: "route", row: row(2) } });
  list.send({ type: "command.confirm", argument: "kitchen" });
  await end();
  expect(ran.mock.calls.map(([, target, { key }, argument]) => [target, key, argument])).toEqual([
    [row(2), "key-1", "kitchen"],
  ]);
  expect(emitted).toHaveBeenCalledExactlyOnceWith({
    type: "command.done",
    done: { command: "route", row: row(2), argument: "kitchen", after: row(2) },
  });
});

test("paged list — after an unexpected error of a command, shows the failure and reads the list again", async () => {
  const { actor, call, calls } = givenMachine(pagedQueryMachineOf<Row, Command>(), { filter: {} });
  call("load").answer({ rows: [row(1), row(2)], next: null });
  await flushPromises();
  actor.send({ type: "command.choose", chosen });
  actor.send({ type: "command.confirm" });
  call("run").fail(new Error("fault"));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({
    value: { reading: "loading" },
    context: { chosen: undefined, refusal: { kind: "fault" } },
  });
  expect(calls.filter(({ actor: name }) => name === "load")).toHaveLength(2);
});

test.each([
  ["rows that are not a list", { rows: {}, next: null }],
  ["a field of another type", { rows: [{ id: 1, name: 5 }], next: null }],
])("paged list — refuses a page with %s as unreadable", async (_, page) => {
  const { load } = pagedQueryActors(
    {
      api: createApi({ baseUrl: "http://server", fetch: never }),
      environment: givenEnvironment().environment,
      newKey: () => "key-1",
    },
    { fields: { name: "string" }, page: async () => JSON.parse(JSON.stringify(page)), commands: {} },
  );
  const reading = toPromise(createActor(load, { input: { filter: {}, cursor: undefined } }).start());
  await expect(reading).rejects.toBeInstanceOf(UnreadableAnswer);
});

test("paged list — is busy while it reads, waits for more text or runs a command, and shows a skeleton only at first", async () => {
  const { list, clock } = givenList({ run: () => new Promise(() => {}) });
  const tags = () => (["busy", "skeleton", "failed"] as const).filter((tag) => list.getSnapshot().hasTag(tag));
  expect(tags()).toEqual(["busy", "skeleton"]);
  await flushPromises();
  expect(tags()).toEqual([]);
  list.send({ type: "filter.change", patch: { search: "а" } });
  expect(tags()).toEqual(["busy"]);
  clock.increment(100);
  expect([list.getSnapshot().value, tags()]).toEqual([{ reading: "loading" }, ["busy"]]);
  await flushPromises();
  list.send({ type: "more.load" });
  expect(tags()).toEqual(["busy"]);
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  expect(tags()).toEqual([]);
  list.send({ type: "command.confirm" });
  expect(tags()).toEqual(["busy"]);
});

test("paged list — retries an unanswered command under its idempotency key until the user cancels the command", async () => {
  const keys: string[] = [];
  const { list, clock } = givenList({
    run: (_, { key }) => {
      keys.push(key);
      return Promise.reject(new NoAnswer());
    },
  });
  await flushPromises();
  list.send({ type: "command.choose", chosen });
  list.send({ type: "command.confirm" });
  await end();
  clock.increment(3000);
  await end();
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys)).toEqual(new Set(["key-1"]));
  list.send({ type: "command.cancel" });
  await end();
  expect(list.getSnapshot()).toMatchObject({ value: { reading: "browsing" }, context: { chosen: undefined } });
});

test("paged list — reads again after an outage, and keeps its rows after a failed refresh", async () => {
  let isAway = true;
  const { list, report, rows } = givenList({
    page: async () => {
      if (isAway) throw new NoAnswer();
      return { rows: [row(1)], next: null };
    },
  });
  await flushPromises();
  expect(list.getSnapshot().hasTag("failed")).toBe(true);
  isAway = false;
  report({ type: "network.online" });
  await flushPromises();
  expect(rows()).toEqual([1]);
  isAway = true;
  list.send({ type: "list.refresh" });
  await flushPromises();
  expect([rows(), list.getSnapshot().context.failure?.kind]).toEqual([[1], "unanswered"]);
});

test("paged list — retries an unanswered read after 5 s, then with growing pauses", async () => {
  const { requests, clock } = givenList({ page: () => Promise.reject(new NoAnswer()) });
  await flushPromises();
  clock.increment(5000);
  await flushPromises();
  expect(requests).toHaveLength(2);
  clock.increment(5000);
  await flushPromises();
  expect(requests).toHaveLength(2);
  clock.increment(5000);
  await flushPromises();
  expect(requests).toHaveLength(3);
  for (const pause of [20_000, 40_000, 60_000, 60_000]) {
    const before = requests.length;
    clock.increment(pause - 1);
    await flushPromises();
    expect(requests).toHaveLength(before);
    clock.increment(1);
    await flushPromises();
    expect(requests).toHaveLength(before + 1);
  }
});

test("paged query — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(pagedQueryMachineOf<Row, Command>());
  const failure = { kind: "refused", message: "Нельзя", errors: {}, traceId: undefined } as const;
  walk({
    input: { filter: {}, pollEvery: 5000, topics: ["print"] },
    events: [
      { type: "feed.live" },
      { type: "feed.lost" },
      { type: "data.changed", topic: "print" },
      { type: "filter.change", patch: { search: "а" } },
      { type: "list.refresh" },
      { type: "network.online" },
      { type: "page.show" },
      { type: "page.hide" },
      { type: "more.load" },
      { type: "command.choose", chosen: { command: "end", row: row(1) } },
      { type: "command.confirm" },
      { type: "command.cancel" },
      { type: "refusal.dismiss" },
      { type: "mutation.recorded", result: { command: "end", row: row(1), after: undefined } },
      { type: "mutation.refused", failure },
      { type: "mutation.doubtful" },
      after("settle"),
      after("spread"),
      after("poll"),
      after("backOff"),
      done("load", { rows: [row(1)], next: "1" }),
      done("load", { rows: [row(2)], next: null }),
      failed("load"),
      failed("load", new NoAnswer()),
      failed("run"),
    ],
    project: ({ context }) => [
      context.next,
      context.rows.length,
      context.failure?.kind,
      Boolean(context.refusal),
      context.isHidden,
    ],
    invariant: (snapshot) => {
      if (snapshot.matches("confirming")) expect(snapshot.context.chosen).toBeDefined();
      if (snapshot.matches("reading")) expect(snapshot.context.chosen).toBeUndefined();
    },
  });
});

test("paged list — returns to its own polling interval if the live feed is lost during a read", async () => {
  const { list, requests, clock, report } = givenList({ topics: ["print"], pollEvery: 5000 });
  report({ type: "feed.live" });
  await flushPromises();
  list.send({ type: "list.refresh" });
  report({ type: "feed.lost" });
  expect(list.getSnapshot().context.isLive).toBe(false);
  await flushPromises();
  clock.increment(5000);
  expect(requests).toHaveLength(3);
});

test("paged list — after a failed first page, a reported change and a refresh cause a single read", async () => {
  let isAway = true;
  const { list, requests, clock, report, rows } = givenList({
    topics: ["print"],
    page: (request) => (isAway ? Promise.reject(new Error("fault")) : pages(request)),
  });
  await flushPromises();
  report({ type: "data.changed", topic: "print" });
  isAway = false;
  list.send({ type: "list.refresh" });
  await flushPromises();
  clock.increment(300);
  expect([rows(), requests.length]).toEqual([[1, 2], 2]);
});

test("paged list — is not read again on the event network.online after a successful read", async () => {
  const { requests, report } = givenList();
  await flushPromises();
  report({ type: "network.online" });
  expect(requests).toHaveLength(1);
});

test("paged list — does not retry a first page that ended with an unexpected error", async () => {
  const { requests, clock } = givenList({ page: () => Promise.reject(new Error("fault")) });
  await flushPromises();
  clock.increment(60_000);
  expect(requests).toHaveLength(1);
});

test("joinPages lists a repeated row once, and applyCommand removes a row if its command returns no row", () => {
  expect(joinPages([row(1)], [row(1), row(2)])).toEqual([row(1), row(2)]);
  expect(applyCommand([row(1), row(2)], { command: "x", row: row(1), after: undefined })).toEqual([row(2)]);
});

test.each([
  ["when the network is back", { type: "network.online" }],
  ["after a back-off", { type: "wait" }],
  ["on request", { type: "list.refresh" }],
] as const)("paged list — retries an unanswered first page %s", async (_, event) => {
  let isAway = true;
  const { list, clock, report, rows } = givenList({
    page: (request) => (isAway ? Promise.reject(new NoAnswer()) : pages(request)),
  });
  await flushPromises();
  expect(list.getSnapshot().hasTag("failed")).toBe(true);
  isAway = false;
  if (event.type === "network.online") report(event);
  else if (event.type === "wait") clock.increment(5000);
  else list.send(event);
  await flushPromises();
  expect(rows()).toEqual([1, 2]);
});

test.each([
  ["when the network is back", { type: "network.online" }],
  ["after a back-off", { type: "wait" }],
] as const)("paged list — keeps its rows after a failed refresh, and retries the refresh %s", async (_, event) => {
  let isAway = false;
  const { list, clock, report, requests, rows } = givenList({
    page: (request) => (isAway ? Promise.reject(new NoAnswer()) : pages(request)),
  });
  await flushPromises();
  isAway = true;
  list.send({ type: "list.refresh" });
  await flushPromises();
  expect([rows(), list.getSnapshot().context.failure?.kind]).toEqual([[1, 2], "unanswered"]);
  isAway = false;
  if (event.type === "network.online") report(event);
  else clock.increment(5000);
  await flushPromises();
  expect([requests.length, list.getSnapshot().context.failure]).toEqual([3, undefined]);
});

test("readAllPages — reads all pages with the filter, and returns a row only once if two pages contain it", async () => {
  const requests: PageRequest[] = [];
  const api = createApi({ baseUrl: "http://server", fetch: never });
  const { signal } = new AbortController();
  const descriptor = {
    page: (_: unknown, filter: PageRequest["filter"], cursor: string | undefined) => {
      requests.push({ filter, cursor });
      return pages({ filter, cursor });
    },
  };
  const filter = { search: "x" };
  expect(await readAllPages(api, descriptor, filter, signal)).toEqual([row(1), row(2), row(3)]);
  expect(requests).toEqual([
    { filter, cursor: undefined },
    { filter, cursor: "2" },
  ]);
});

test("readAllPages — throws the error of a page, so that no incomplete file is made", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: never });
  const page = async (_: unknown, filter: PageRequest["filter"], cursor: string | undefined) => {
    if (cursor !== undefined) throw new NoAnswer();
    return pages({ filter, cursor });
  };
  await expect(readAllPages(api, { page }, {}, new AbortController().signal)).rejects.toThrow(NoAnswer);
});
