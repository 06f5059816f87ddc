import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock, waitFor } from "xstate";
import { ApiProblem, createApi, NoAnswer, unwrap } from "#api/client.ts";
import type { LiveTopic } from "#machines/core/environment.ts";
import type { Failure } from "#machines/core/failure.ts";
import { directoryEditorActors, directoryListActors, rethrowAsDoubt } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachine, directoryEditorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachine, directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import {
  type EditorDraftStore,
  restoreDraft,
  type StoredEditorDraft,
  toRecord,
} from "#machines/directory/editorDraft.ts";
import {
  type DirectoryDescriptor,
  type EditorDescriptor,
  MissingEntry,
  type Reordering,
} from "#machines/directory/types.ts";
import { givenEnvironment, steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { problemOf } from "../support/machines/problems.ts";

interface Thing {
  id: number;
  name: string;
}

interface Draft {
  name: string;
}

type Shop = { companyId: number };

const problem = (status: number, message: string, errors: Record<string, string> = {}) =>
  Response.json(
    { ...problemOf(status, message), errors },
    { status, headers: { "content-type": "application/problem+json" } },
  );

/** Returns the answer to a retry while the first request is still in progress. */
const stillRunning = () =>
  Response.json({ type: "urn:problem:in-progress", message: "Ещё выполняется." }, { status: 409 });

const noAnswer = (): never => {
  throw new NoAnswer();
};

const doubtful = (): never => rethrowAsDoubt(new NoAnswer());

/** Directory of tags. Each test determines the answers to reads. The removal of row 2 is refused. */
const thingDirectory = (onRemove: (row: Thing) => void = () => {}): DirectoryDescriptor<Shop, Thing> => ({
  name: "thingDirectory",
  list: (api, path, signal) => unwrap(api.GET("/api/Tag/Company/{companyId}", { params: { path }, signal })),
  commands: {
    remove: async (_api, _scope, row) => {
      onRemove(row);
      if (row.id === 2) throw new ApiProblem(409, "Метка «Два» ещё нужна.");
    },
  },
});

/** Starts a list with the given answers to reads. `removals` has the name of the row of each sent removal. */
const givenList = (answers: (() => Response)[], topics: readonly LiveTopic[] = []) => {
  const requests: string[] = [];
  const removals: string[] = [];
  const fetch = async ({ url }: Request) => {
    requests.push(url);
    return answers.shift()?.() ?? Response.json([]);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const { environment, report } = givenEnvironment();
  const directory = thingDirectory(({ name }) => removals.push(name));
  const actors = directoryListActors(directory, { api, scope: { companyId: 1 }, environment, now: () => 1000 });
  const clock = new SimulatedClock();
  const machine = directoryListMachineOf<Thing, "remove">().provide({ actors });
  const list = createActor(machine, { clock, input: { topics } }).start();
  const done: string[] = [];
  list.on("command.done", ({ done: { command, row } }) => done.push(`${command} ${row.name}`));
  return { list, requests, removals, done, report, clock };
};

const one = { id: 1, name: "Один" };
const two = { id: 2, name: "Два" };
const three = { id: 3, name: "Три" };
const rowsAnswer = () => Response.json([one, two]);

describe("directory list", () => {
  test("directory list — stores the rows together with the time of the answer", async () => {
    const { list } = givenList([rowsAnswer]);
    expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [one, two], at: 1000 } });
  });

  test("a cancelled command is not sent, and the rows are read again", async () => {
    const { list, done, requests } = givenList([rowsAnswer, rowsAnswer]);
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
    expect(list.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { row: one } } });
    list.send({ type: "command.cancel" });
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { chosen: undefined } });
    expect([done, requests.length]).toEqual([[], 2]);
  });

  test("a command chosen during a refresh asks immediately for a confirmation, and is sent once after the confirmation", async () => {
    const { list, done, removals } = givenList([rowsAnswer, rowsAnswer, () => Response.json([two])]);
    await flushPromises();
    list.send({ type: "list.refresh" });
    list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
    const isAsked = { value: "confirming", context: { chosen: { row: one } } };
    expect(list.getSnapshot()).toMatchObject(isAsked);
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject(isAsked);
    expect(removals).toEqual([]);
    list.send({ type: "command.confirm" });
    list.send({ type: "command.confirm" });
    await flushPromises();
    await flushPromises();
    expect([removals, done]).toEqual([["Один"], ["remove Один"]]);
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two] } });
  });

  test("a command that the user confirms twice is sent once and reported", async () => {
    const { list, done, removals, requests } = givenList([rowsAnswer, () => Response.json([two])]);
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
    list.send({ type: "command.confirm" });
    list.send({ type: "command.confirm" });
    await flushPromises();
    await flushPromises();
    expect([removals, done]).toEqual([["Один"], ["remove Один"]]);
    expect(requests.length).toBe(2);
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two], chosen: undefined } });
  });

  test("a refused command shows the server's message until the user dismisses the message", async () => {
    const { list, done } = givenList([rowsAnswer, rowsAnswer]);
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: two } });
    list.send({ type: "command.confirm" });
    await flushPromises();
    await flushPromises();
    expect(done).toEqual([]);
    expect(list.getSnapshot().context).toMatchObject({
      refusal: { kind: "refused", message: "Метка «Два» ещё нужна." },
      rows: [one, two],
    });
    list.send({ type: "refusal.dismiss" });
    expect(list.getSnapshot().context.refusal).toBeUndefined();
  });

  test("several live changes cause one read, 300 ms after the first change, and changes of unrelated topics cause none", async () => {
    const { list, requests, report, clock } = givenList([rowsAnswer, () => Response.json([three])], ["stock"]);
    await flushPromises();
    report({ type: "data.changed", topic: "order" });
    clock.increment(300);
    expect(requests).toHaveLength(1);
    report({ type: "data.changed", topic: "stock" });
    clock.increment(299);
    report({ type: "data.changed", topic: "all" });
    expect(list.getSnapshot()).toMatchObject({ value: "announced", context: { rows: [one, two] } });
    clock.increment(1);
    expect(list.getSnapshot()).toMatchObject({ value: "refreshing", context: { rows: [one, two] } });
    await flushPromises();
    expect([requests.length, list.getSnapshot().context.rows]).toEqual([2, [three]]);
    clock.increment(1000);
    expect(requests).toHaveLength(2);
  });

  test.each([
    ["list.refresh", "refreshing", { type: "list.refresh" }],
    ["command.choose", "confirming", { type: "command.choose", chosen: { command: "remove", row: one } }],
    ["rows.move", "ordering", { type: "rows.move", move: { id: 2, to: 0 } }],
  ] as const)(
    "between a live feed change and the next read, the event '%s' leads to the state '%s'",
    async (_, state, event) => {
      const { list, report } = givenList([rowsAnswer], ["stock"]);
      await flushPromises();
      report({ type: "data.changed", topic: "stock" });
      expect(list.getSnapshot().value).toBe("announced");
      list.send(event);
      expect(list.getSnapshot().value).toBe(state);
    },
  );

  test("the user can dismiss a refusal in the pause between a live feed change and the next read", async () => {
    const { list, report } = givenList([rowsAnswer, rowsAnswer], ["stock"]);
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: two } });
    list.send({ type: "command.confirm" });
    await flushPromises();
    await flushPromises();
    report({ type: "data.changed", topic: "stock" });
    expect(list.getSnapshot().context.refusal).toMatchObject({ kind: "refused" });
    list.send({ type: "refusal.dismiss" });
    expect(list.getSnapshot()).toMatchObject({ value: "announced", context: { refusal: undefined } });
  });

  test("live feed change during a read — the rows are read once more", async () => {
    const { list, requests, report, clock } = givenList([rowsAnswer, rowsAnswer, rowsAnswer], ["stock"]);
    await flushPromises();
    list.send({ type: "list.refresh" });
    report({ type: "data.changed", topic: "stock" });
    await flushPromises();
    clock.increment(300);
    expect(requests).toHaveLength(3);
  });

  test("live feed change while a dialog is open or the page is hidden — the read is postponed", async () => {
    const { list, requests, report, clock } = givenList([rowsAnswer, rowsAnswer, rowsAnswer], ["stock"]);
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
    report({ type: "data.changed", topic: "stock" });
    clock.increment(1000);
    expect([list.getSnapshot().value, requests.length]).toEqual(["confirming", 1]);
    list.send({ type: "command.cancel" });
    await flushPromises();
    expect(requests).toHaveLength(2);
    report({ type: "page.hide" });
    report({ type: "data.changed", topic: "stock" });
    clock.increment(1000);
    expect(requests).toHaveLength(2);
    report({ type: "page.show" });
    clock.increment(300);
    expect(requests).toHaveLength(3);
  });

  test("a failed first read of the rows can be retried by the user", async () => {
    const { list } = givenList([() => problem(500, "Поломка"), rowsAnswer]);
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { message: "Поломка" } } });
    list.send({ type: "list.refresh" });
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { failure: undefined, rows: [one, two] } });
  });

  test("a failed refresh keeps the previous rows", async () => {
    const { list } = givenList([rowsAnswer, () => problem(500, "Поломка")]);
    await flushPromises();
    list.send({ type: "list.refresh" });
    expect(list.getSnapshot().hasTag("skeleton")).toBe(false);
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({
      value: "browsing",
      context: { failure: { message: "Поломка" }, rows: [one, two] },
    });
  });

  test("the rows are read again when the server is reachable after an outage", async () => {
    const { list, report } = givenList([noAnswer, rowsAnswer, () => Response.json([two])]);
    await flushPromises();
    expect(list.getSnapshot().value).toBe("failed");
    report({ type: "network.online" });
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [one, two] } });
    report({ type: "network.online" });
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two] } });
  });

  test("an unanswered read of the rows is retried after 5 s, and then again after 10 s", async () => {
    const { list, requests, clock } = givenList([noAnswer, noAnswer, rowsAnswer, noAnswer, () => Response.json([two])]);
    const waitFor = async (ms: number) => {
      clock.increment(ms);
      await flushPromises();
    };
    await flushPromises();
    await waitFor(5000);
    expect([list.getSnapshot().value, requests.length]).toEqual(["failed", 2]);
    await waitFor(9999);
    expect(requests.length).toBe(2);
    await waitFor(1);
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [one, two], failures: 0 } });
    list.send({ type: "list.refresh" });
    await flushPromises();
    await waitFor(5000);
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two], failure: undefined } });
  });

  test("reading the rows is not retried automatically after an error response", async () => {
    const { requests, clock } = givenList([() => problem(500, "Поломка")]);
    await flushPromises();
    clock.increment(60_000);
    expect(requests.length).toBe(1);
  });

  test.each([
    ["failed", [noAnswer]],
    ["browsing", [rowsAnswer, noAnswer]],
  ] as const)(
    "a list in the state '%s' on a hidden page retries an unanswered read only when the page is shown",
    async (state, answers) => {
      const { list, report, requests, clock } = givenList([...answers]);
      await flushPromises();
      if (state === "browsing") list.send({ type: "list.refresh" });
      await flushPromises();
      expect(list.getSnapshot().value).toBe(state);
      report({ type: "page.hide" });
      clock.increment(60_000);
      expect(requests.length).toBe(answers.length);
      report({ type: "page.show" });
      expect(requests.length).toBe(answers.length + 1);
    },
  );

  test("a list on a page that was hidden and is shown again retries an unanswered read after 5 s", async () => {
    const { list, report, requests, clock } = givenList([rowsAnswer, noAnswer, rowsAnswer]);
    await flushPromises();
    report({ type: "page.hide" });
    report({ type: "page.show" });
    expect([list.getSnapshot().context.isHidden, requests.length]).toEqual([false, 1]);
    list.send({ type: "list.refresh" });
    await flushPromises();
    clock.increment(5000);
    expect(requests.length).toBe(3);
  });

  test("directory list — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed, after: delayed } = givenWalk(directoryListMachine);
    const chosen = { command: "remove", row: one };
    const { snapshots } = walk({
      inputs: [{}, { topics: ["stock"] }],
      project: ({ context: { chosen, failure, isHidden, isOutdated } }) => [
        Boolean(chosen),
        failure?.kind,
        isHidden,
        isOutdated,
      ],
      events: [
        { type: "list.refresh" },
        { type: "permissions.change", permissions: {} },
        { type: "network.online" },
        { type: "page.hide" },
        { type: "page.show" },
        delayed("backOff"),
        { type: "data.changed", topic: "stock" },
        delayed("spread"),
        { type: "command.choose", chosen },
        { type: "command.confirm" },
        { type: "command.cancel" },
        { type: "rows.move", move: { id: 2, to: 0 } },
        { type: "refusal.dismiss" },
        done("load", { rows: [one, two], at: 1 }),
        failed("load"),
        failed("load", new NoAnswer()),
        done("run", chosen),
        failed("run"),
        done("reorder", [1, 2]),
        done("reorder", [2, 1]),
        failed("reorder"),
      ],
      invariant: (snapshot) => {
        if (snapshot.matches("running")) expect(snapshot.context.chosen).toBeDefined();
      },
    });
    expect(snapshots.some((snapshot) => snapshot.matches("running"))).toBe(true);
  });
});

/**
 * Starts a list with reorderable rows. Returns the list, the sent reorder requests, functions that answer them, and a
 * function that returns the current row ids.
 */
const givenOrdered = async () => {
  const requests: Reordering[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const ordered: DirectoryDescriptor<Shop, Thing> = {
    ...thingDirectory(),
    list: async () => [one, two, three],
    reorder: (_api, _scope, reordering) => {
      requests.push(reordering);
      return new Promise((resolve, reject) => {
        answers.push((error) => (error ? reject(error) : resolve(undefined)));
      });
    },
  };
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json([]) });
  const parts = { api, scope: { companyId: 1 }, environment: steadyEnvironment, now: () => 1000 };
  const actors = directoryListActors(ordered, parts);
  const list = createActor(directoryListMachineOf<Thing, "remove">().provide({ actors })).start();
  await flushPromises();
  const ids = () => list.getSnapshot().context.rows.map(({ id }) => id);
  return { list, requests, answers, ids };
};

const changedByOther = new ApiProblem(409, "Порядок изменил кто-то другой.");

describe("sequence of the rows of a directory list", () => {
  test("a moved row is shown at its new position before the server answers", async () => {
    const { list, requests, answers, ids } = await givenOrdered();
    list.send({ type: "rows.move", move: { id: 3, to: 0 } });
    expect(ids()).toEqual([3, 1, 2]);
    expect(requests).toEqual([{ seen: [1, 2, 3], ids: [3, 1, 2] }]);
    answers[0]?.();
    await flushPromises();
    expect(list.getSnapshot().value).toBe("browsing");
  });

  test("two moves by one position move the row by two positions, and moving the first row up has no effect", async () => {
    const { list, ids } = await givenOrdered();
    list.send({ type: "rows.move", move: { id: 3, by: -1 } });
    list.send({ type: "rows.move", move: { id: 3, by: -1 } });
    expect(ids()).toEqual([3, 1, 2]);
    list.send({ type: "rows.move", move: { id: 3, by: -1 } });
    expect(ids()).toEqual([3, 1, 2]);
  });

  test("row moves during a save of the row order are sent afterwards as one request", async () => {
    const { list, requests, answers } = await givenOrdered();
    list.send({ type: "rows.move", move: { id: 3, to: 1 } });
    list.send({ type: "rows.move", move: { id: 3, to: 0 } });
    list.send({ type: "rows.move", move: { id: 1, to: 2 } });
    expect(requests.length).toBe(1);
    answers[0]?.();
    await flushPromises();
    expect(requests[1]).toEqual({ seen: [1, 3, 2], ids: [3, 2, 1] });
  });

  test("a command chosen during a save of the row order waits for the save, and is dropped after a refusal", async () => {
    const { list, answers } = await givenOrdered();
    const choose = () => list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
    list.send({ type: "rows.move", move: { id: 1, to: 2 } });
    choose();
    expect(list.getSnapshot().value).toBe("ordering");
    answers[0]?.();
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { row: one } } });
    list.send({ type: "command.cancel" });
    list.send({ type: "rows.move", move: { id: 1, to: 0 } });
    choose();
    answers[1]?.(changedByOther);
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { chosen: undefined } });
  });

  test("a refused save of the row order shows the server's message and the stored row order", async () => {
    const { list, answers, ids } = await givenOrdered();
    list.send({ type: "rows.move", move: { id: 1, to: 2 } });
    answers[0]?.(changedByOther);
    await flushPromises();
    await flushPromises();
    expect(list.getSnapshot()).toMatchObject({
      value: "browsing",
      context: { refusal: { message: "Порядок изменил кто-то другой." } },
    });
    expect(ids()).toEqual([1, 2, 3]);
  });
});

/** Editor of records with versions. Each test determines the answers of the server. */
const edited: EditorDescriptor<Shop, Draft, string[]> = {
  name: "thingDirectory",
  loadChoices: async () => ["known"],
  blank: (_scope, choices) => ({ name: `new ${choices[0]}` }),
  read: async (api, _scope, id, signal) => {
    const params = { path: { companyId: Number(id) } };
    const { name, id: version } = await unwrap(api.GET("/api/Company/{companyId}", { params, signal }));
    return { draft: { name }, version };
  },
  save: async (api, _scope, { draft, id, version, key }, signal) => {
    const message = JSON.stringify([id ?? null, draft.name, version ?? null, key]);
    const body = { message, url: "/", applicationVersion: "1" };
    await unwrap(api.POST("/api/Error", { body, signal }));
    return { id: id ?? 77 };
  },
};

/** Returns a draft store of one editor, and a function that returns the stored record. */
const givenDrafts = (stored?: StoredEditorDraft) => {
  let kept = stored;
  const store: EditorDraftStore = {
    find: async () => kept,
    keep: async (record) => {
      kept = { record, savedAt: 5 };
    },
    forget: async () => {
      kept = undefined;
    },
  };
  return { store, record: () => kept?.record };
};

/** Starts an editor. `sent` lists the id, name, version and idempotency key (k1, k2 and so on) of each save. */
const givenEditor = async (
  id: number | undefined,
  answer: (request: Request, sent: unknown[]) => Response,
  drafts: EditorDraftStore = givenDrafts().store,
  descriptor = edited,
) => {
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    if (request.method === "POST") sent.push(JSON.parse((await request.clone().json()).message));
    return answer(request, sent);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const { environment, report } = givenEnvironment();
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `k${keys}`;
  };
  const actors = directoryEditorActors(descriptor, { api, scope: { companyId: 1 }, environment, newKey, drafts });
  const machine = directoryEditorMachineOf<Draft, string[]>().provide({ actors });
  const clock = new SimulatedClock();
  const editor = createActor(machine, { input: { id }, clock }).start();
  const replaced: Draft[] = [];
  editor.on("draft.replaced", ({ draft }) => replaced.push(draft));
  const saved = () => waitFor(editor, (state) => !state.matches("saving"));
  const submit = (name: string) => {
    editor.send({ type: "draft.submit", draft: { name } });
    return saved();
  };
  await waitFor(editor, (state) => !state.matches("opening"));
  return { editor, sent, replaced, submit, saved, report, clock };
};

const companyAnswer = (name: string, version: number) => Response.json({ id: version, name });
const accepted = () => new Response(null, { status: 204 });

/** Refuses the first save as outdated, as if another user had saved version 4. */
const staleOnce = ({ method }: Request, { length }: unknown[]) => {
  if (method === "GET") return length === 0 ? companyAnswer("Было", 3) : companyAnswer("Чужое", 4);
  return length === 1 ? problem(412, "Уже изменено.") : accepted();
};

describe("directory editor", () => {
  test("directory editor — opens a new record with the blank draft of the descriptor", async () => {
    const { editor } = await givenEditor(undefined, accepted);
    expect(editor.getSnapshot()).toMatchObject({
      value: "editing",
      context: { opening: { opened: { draft: { name: "new known" } }, choices: ["known"] } },
    });
  });

  test("directory editor — shows a missing record as missing, and retries a failed read on request", async () => {
    const missing = await givenEditor(5, () => problem(404, "Нет такой метки"));
    expect(missing.editor.getSnapshot().value).toBe("missing");
    let isBroken = true;
    const broken = await givenEditor(5, () => (isBroken ? problem(500, "Поломка") : companyAnswer("Было", 3)));
    expect(broken.editor.getSnapshot()).toMatchObject({
      value: "failed",
      context: { failure: { message: "Поломка" } },
    });
    isBroken = false;
    broken.editor.send({ type: "open.retry" });
    const { value, context } = await waitFor(broken.editor, (state) => !state.matches("opening"));
    expect([value, context.failure]).toEqual(["editing", undefined]);
  });

  test("directory editor — shows a record as missing if the descriptor throws MissingEntry", async () => {
    const read = () => Promise.reject(new MissingEntry());
    const api = createApi({ baseUrl: "http://server", fetch: async () => accepted() });
    const parts = { api, scope: { companyId: 1 }, environment: steadyEnvironment, newKey: () => "k1" };
    const actors = directoryEditorActors({ ...edited, read }, parts);
    const machine = directoryEditorMachineOf<Draft, string[]>().provide({ actors });
    const editor = createActor(machine, { input: { id: 5 } }).start();
    expect((await waitFor(editor, (state) => !state.matches("opening"))).value).toBe("missing");
  });

  test("directory editor — opens the record when the server is reachable after an outage", async () => {
    const answers = [noAnswer, () => companyAnswer("Было", 3)];
    const { editor, report } = await givenEditor(5, () => answers.shift()?.() ?? accepted());
    expect(editor.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { kind: "unanswered" } } });
    report({ type: "network.online" });
    const { context } = await waitFor(editor, (state) => state.matches("editing"));
    expect(context.opening?.opened.draft).toEqual({ name: "Было" });
  });

  test("directory editor — retries an unanswered read every 5 s", async () => {
    const answers = [noAnswer, noAnswer, () => companyAnswer("Было", 3)];
    const { editor, clock } = await givenEditor(5, () => answers.shift()?.() ?? accepted());
    clock.increment(5000);
    await waitFor(editor, (state) => state.matches("failed"));
    clock.increment(5000);
    const { context } = await waitFor(editor, (state) => state.matches("editing"));
    expect(context.opening?.opened.draft).toEqual({ name: "Было" });
  });

  test("directory editor — saves a submitted draft once, with the version that was read", async () => {
    const { editor, sent, saved } = await givenEditor(5, ({ method }) =>
      method === "GET" ? companyAnswer("Было", 3) : accepted(),
    );
    editor.send({ type: "draft.submit", draft: { name: "Стало" } });
    editor.send({ type: "draft.submit", draft: { name: "Ещё" } });
    await saved();
    await flushPromises();
    expect(sent).toEqual([[5, "Стало", 3, "k1"]]);
    expect(editor.getSnapshot()).toMatchObject({ value: "saved", context: { savedId: 5 } });
  });

  test("a saved record can be opened again with the data of the server", async () => {
    const { editor, saved, replaced } = await givenEditor(5, ({ method }) =>
      method === "GET" ? companyAnswer("Было", 3) : accepted(),
    );
    editor.send({ type: "draft.submit", draft: { name: "Стало" } });
    await saved();
    editor.send({ type: "entry.reopen" });
    expect(editor.getSnapshot()).toMatchObject({ value: "opening", context: { id: 5, saving: undefined } });
    await waitFor(editor, (state) => state.matches("editing"));
    expect(replaced).toEqual([{ name: "Было" }]);
  });

  test("after a refused save, the form is shown again with the server's messages at the invalid fields", async () => {
    const { submit } = await givenEditor(undefined, () => problem(400, "Проверьте поля.", { name: "Занято." }));
    expect(await submit("x")).toMatchObject({
      value: "editing",
      context: { failure: { kind: "refused", message: "Проверьте поля.", errors: { name: "Занято." } } },
    });
  });

  test.each(["duplicateId", "inventoryId"])(
    "the field '%s' of a refusal is kept until the next save",
    async (field) => {
      const body = { ...problemOf(409, "Уже есть."), [field]: 7 };
      const { editor, saved, submit } = await givenEditor(undefined, (_request, { length }) =>
        length === 1 ? Response.json(body, { status: 409 }) : problem(409, "Уже есть."),
      );
      expect((await submit("x")).context).toMatchObject({ blockingIds: { [field]: 7 }, failure: { kind: "refused" } });
      editor.send({ type: "failure.dismiss" });
      expect(editor.getSnapshot().context).toMatchObject({ blockingIds: { [field]: 7 }, failure: undefined });
      editor.send({ type: "draft.submit", draft: { name: "y" } });
      expect(editor.getSnapshot().context.blockingIds).toBeUndefined();
      expect((await saved()).context.blockingIds).toBeUndefined();
    },
  );

  test("the id of a duplicate in a refusal is ignored unless it is a number", async () => {
    const body = { ...problemOf(409, "Уже есть."), duplicateId: "7" };
    const { submit } = await givenEditor(undefined, () => Response.json(body, { status: 409 }));
    expect((await submit("x")).context.blockingIds).toBeUndefined();
  });

  test.each<[string, Failure["kind"], () => Response]>([
    ["the server refuses", "refused", () => problem(403, "Нельзя.")],
    ["finds no entry on the server", "missing", () => problem(404, "Нет такой.")],
    ["causes a server error", "fault", () => problem(500, "Поломка.")],
    ["is still in progress from the first attempt", "unanswered", stillRunning],
    ["gets no answer", "unanswered", noAnswer],
    ["has no idempotency key and gets no answer", "doubtful", doubtful],
  ])("a save that %s ends with a failure of the kind '%s'", async (_, kind, answer) => {
    const { submit } = await givenEditor(undefined, answer);
    const { value, context } = await submit("x");
    expect([value, context.failure?.kind]).toEqual(["editing", kind]);
  });

  test("after an unanswered creation, a changed draft is sent under the same idempotency key until the server answers with 422", async () => {
    const { editor, sent, submit } = await givenEditor(undefined, (_request, { length }) => {
      if (length === 1) throw new NoAnswer();
      return length === 2 ? problem(422, "Ключ уже использован.") : accepted();
    });
    expect((await submit("Пять")).context.failure?.kind).toBe("unanswered");
    expect((await submit("Шесть")).context.failure?.kind).toBe("keyReused");
    await submit("Семь");
    expect(sent).toEqual([
      [null, "Пять", null, "k1"],
      [null, "Шесть", null, "k1"],
      [null, "Семь", null, "k2"],
    ]);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("a creation is retried under its idempotency key while the first request is still in progress", async () => {
    const { sent, submit } = await givenEditor(undefined, (_request, { length }) =>
      length === 1 ? stillRunning() : accepted(),
    );
    await submit("Пять");
    await submit("Пять");
    expect(sent).toEqual([
      [null, "Пять", null, "k1"],
      [null, "Пять", null, "k1"],
    ]);
  });

  test.each([["null"], [""], ["<html></html>"]])(
    "an answer with the body '%s' is a failure of kind 'unreadable'",
    async (text) => {
      const { editor } = await givenEditor(
        5,
        () => new Response(text, { headers: { "Content-Length": `${text.length}` } }),
      );
      expect(editor.getSnapshot().context.failure).toMatchObject({
        kind: "unreadable",
        message: expect.stringContaining("Сервер ответил непонятно"),
      });
    },
  );

  test("a save refused as outdated because of the user's own earlier save is repeated with the new version number", async () => {
    const { editor, sent, submit } = await givenEditor(5, ({ method }, { length }) => {
      if (method === "GET") return length === 0 ? companyAnswer("Было", 3) : companyAnswer("Первое", 4);
      if (length === 1) throw new NoAnswer();
      return length === 2 ? problem(412, "Уже изменено.") : accepted();
    });
    await submit("Первое");
    await submit("Второе");
    expect(sent).toEqual([
      [5, "Первое", 3, "k1"],
      [5, "Второе", 3, "k2"],
      [5, "Второе", 4, "k3"],
    ]);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("another user's change opens the conflict dialog, even after a lost response", async () => {
    const { submit } = await givenEditor(5, ({ method }, { length }) => {
      if (method === "GET") return length === 0 ? companyAnswer("Было", 3) : companyAnswer("Чужое", 5);
      if (length === 1) throw new NoAnswer();
      return problem(412, "Уже изменено.");
    });
    await submit("Первое");
    expect((await submit("Второе")).value).toBe("conflicting");
  });

  test("the user can accept the other user's version after a save is refused as outdated", async () => {
    const { editor, replaced, submit } = await givenEditor(5, staleOnce);
    expect(await submit("Моё")).toMatchObject({
      value: "conflicting",
      context: { theirs: { draft: { name: "Чужое" }, version: 4 }, opening: { opened: { draft: { name: "Было" } } } },
    });
    editor.send({ type: "theirs.take" });
    expect(replaced).toEqual([{ name: "Чужое" }]);
    expect(editor.getSnapshot()).toMatchObject({ value: "editing", context: { opening: { opened: { version: 4 } } } });
  });

  test("overwriting the other user's version sends the number of that version and a new idempotency key", async () => {
    const { editor, sent, submit, saved } = await givenEditor(5, staleOnce);
    await submit("Моё");
    editor.send({ type: "theirs.overwrite" });
    await saved();
    expect(sent).toEqual([
      [5, "Моё", 3, "k1"],
      [5, "Моё", 4, "k2"],
    ]);
    expect(editor.getSnapshot().value).toBe("saved");
  });

  test("directory editor — after a merge, the user saves the result with the other user's version number", async () => {
    const { editor, sent, submit } = await givenEditor(5, staleOnce, givenDrafts().store, {
      ...edited,
      merge: (base, mine, theirs) => ({ name: [base, mine, theirs].map(({ name }) => name).join(" ") }),
    });
    const merged: unknown[] = [];
    editor.on("draft.merged", ({ draft, base }) => merged.push([draft.name, base.name]));
    await submit("Моё");
    editor.send({ type: "theirs.merge" });
    expect(merged).toEqual([["Было Моё Чужое", "Чужое"]]);
    expect(editor.getSnapshot()).toMatchObject({
      value: "editing",
      context: { theirs: undefined, opening: { opened: { draft: { name: "Чужое" }, version: 4 } } },
    });
    await submit("Было Моё Чужое");
    expect(sent.at(-1)).toEqual([5, "Было Моё Чужое", 4, "k2"]);
  });

  test("directory editor — offers no merge of a conflict if the descriptor has no merge function", async () => {
    const { editor, submit } = await givenEditor(5, staleOnce);
    await submit("Моё");
    editor.send({ type: "theirs.merge" });
    expect(editor.getSnapshot().value).toBe("conflicting");
  });

  test("a postponed conflict is shown again at the next save", async () => {
    const { editor, sent, replaced, submit } = await givenEditor(5, ({ method }, { length }) => {
      if (method === "GET") return length === 0 ? companyAnswer("Было", 3) : companyAnswer("Чужое", 4);
      return problem(412, "Уже изменено.");
    });
    await submit("Моё");
    editor.send({ type: "theirs.look" });
    expect(editor.getSnapshot()).toMatchObject({ value: "editing", context: { theirs: undefined } });
    expect((await submit("Моё")).value).toBe("conflicting");
    expect([sent, replaced]).toEqual([
      [
        [5, "Моё", 3, "k1"],
        [5, "Моё", 3, "k2"],
      ],
      [],
    ]);
  });

  test("the user confirms or cancels leaving the editor", async () => {
    const { editor } = await givenEditor(undefined, accepted);
    editor.send({ type: "leave.ask" });
    expect(editor.getSnapshot().value).toBe("leaving");
    editor.send({ type: "leave.stay" });
    expect(editor.getSnapshot().value).toBe("editing");
    editor.send({ type: "leave.ask" });
    editor.send({ type: "leave.go" });
    expect(editor.getSnapshot()).toMatchObject({ value: "left", context: { savedId: undefined } });
  });

  test("a changed draft is restored at the next visit and saved with its base version", async () => {
    const drafts = givenDrafts();
    const answer = ({ method }: Request) => (method === "GET" ? companyAnswer("Было", 3) : accepted());
    const first = await givenEditor(5, answer, drafts.store);
    first.editor.send({ type: "draft.change", draft: { name: "Стало" } });
    expect(drafts.record()).toEqual({ draft: { name: "Стало" }, base: { name: "Было" }, version: 3 });
    first.editor.stop();
    const later = ({ method }: Request) => (method === "GET" ? companyAnswer("Чужое", 4) : accepted());
    const { editor, submit, sent } = await givenEditor(5, later, drafts.store);
    expect(editor.getSnapshot().context).toMatchObject({
      opening: { opened: { draft: { name: "Было" }, version: 3 } },
      restored: { draft: { name: "Стало" }, savedAt: 5 },
    });
    await submit("Стало");
    expect(sent).toEqual([[5, "Стало", 3, "k1"]]);
    expect([editor.getSnapshot().value, drafts.record()]).toEqual(["saved", undefined]);
  });

  test("discarding a restored draft shows the current record", async () => {
    const drafts = givenDrafts({
      record: { draft: { name: "Стало" }, base: { name: "Было" }, version: 3 },
      savedAt: 5,
    });
    const { editor, replaced } = await givenEditor(5, () => companyAnswer("Чужое", 4), drafts.store);
    editor.send({ type: "restored.discard" });
    expect(replaced).toEqual([{ name: "Чужое" }]);
    expect(editor.getSnapshot().context).toMatchObject({
      opening: { opened: { draft: { name: "Чужое" }, version: 4 } },
      restored: undefined,
    });
    expect(drafts.record()).toBeUndefined();
  });

  test("a stored draft is deleted when the user reverts all changes, leaves without saving or accepts the other user's version", async () => {
    const undone = givenDrafts();
    const { editor } = await givenEditor(undefined, accepted, undone.store);
    editor.send({ type: "draft.change", draft: { name: "Стало" } });
    editor.send({ type: "draft.change", draft: { name: "new known" } });
    expect(undone.record()).toBeUndefined();
    editor.send({ type: "draft.change", draft: { name: "Стало" } });
    editor.send({ type: "leave.ask" });
    expect(undone.record()).toBeDefined();
    editor.send({ type: "leave.go" });
    expect(undone.record()).toBeUndefined();
    const taken = givenDrafts();
    const conflicting = await givenEditor(5, staleOnce, taken.store);
    conflicting.editor.send({ type: "draft.change", draft: { name: "Моё" } });
    await conflicting.submit("Моё");
    expect(taken.record()).toBeDefined();
    conflicting.editor.send({ type: "theirs.take" });
    expect(taken.record()).toBeUndefined();
  });

  test("a record can be edited in a browser that cannot store drafts", async () => {
    const fail = () => Promise.reject(new Error("no storage"));
    const { editor, submit } = await givenEditor(undefined, accepted, { find: fail, keep: fail, forget: fail });
    editor.send({ type: "draft.change", draft: { name: "Стало" } });
    expect(await submit("Стало")).toMatchObject({ value: "saved" });
  });

  test("a stored draft omits secrets and chosen pictures, and a restored draft omits values of a wrong type", () => {
    const entry = { draft: { name: "Было", picture: 1, shopSecret: "", password: "", apiKey: "" } };
    const typed = { name: "Стало", picture: 2, shopSecret: "a", password: "b", apiKey: "c" };
    expect(toRecord(typed, entry, ["picture"])).toEqual({
      draft: { name: "Стало" },
      base: { name: "Было" },
      version: undefined,
    });
    expect(toRecord({ ...entry.draft, password: "b" }, entry, ["picture"])).toBeUndefined();
    const current = { draft: { name: "Было", isActive: true } };
    const old = { record: { draft: { name: "Стало", isActive: "yes", colour: 3 }, base: null }, savedAt: 5 };
    expect(restoreDraft(old, current)?.draft).toEqual({ name: "Стало", isActive: true });
    expect(restoreDraft({ record: { draft: { name: "Было" } }, savedAt: 5 }, current)).toBeUndefined();
    expect(restoreDraft({ record: null, savedAt: 5 }, current)).toBeUndefined();
  });

  test("directory editor — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed, after } = givenWalk(directoryEditorMachine);
    const mine = { name: "Моё" };
    const failure = { kind: "refused", message: "Нельзя", errors: {}, traceId: undefined } as const;
    const { snapshots } = walk({
      inputs: [{ id: undefined }, { id: 5 }],
      events: [
        { type: "open.retry" },
        { type: "permissions.change", permissions: {} },
        { type: "network.online" },
        after("retryPause"),
        { type: "draft.change", draft: mine },
        { type: "restored.discard" },
        { type: "draft.submit", draft: mine },
        { type: "failure.dismiss" },
        { type: "theirs.take" },
        { type: "theirs.merge" },
        { type: "theirs.overwrite" },
        { type: "theirs.look" },
        { type: "leave.ask" },
        { type: "leave.stay" },
        { type: "leave.go" },
        { type: "entry.reopen" },
        { type: "mutation.journalled", key: "k1" },
        { type: "mutation.recorded", result: { id: 5 } },
        { type: "mutation.stale", current: { draft: { name: "Чужое" }, version: 4 } },
        { type: "mutation.stale", current: { draft: { name: "Чужое" }, version: 4, merged: mine } },
        { type: "mutation.stale", current: { draft: mine, version: 4 } },
        { type: "mutation.refused", failure },
        { type: "mutation.unresolved", failure: { ...failure, kind: "unanswered" } },
        done("open", { type: "opened", opened: { draft: { name: "Было" }, version: 3 }, choices: [] }),
        done("open", { type: "missing" }),
        failed("open"),
        failed("open", new NoAnswer()),
        failed("save"),
      ],
      project: ({ context }) => [
        context.unanswered.length > 0,
        context.unansweredKey,
        context.savedId,
        context.failure?.kind === "unanswered",
        context.theirs?.merged !== undefined,
      ],
      invariant: ({ context, ...snapshot }) => {
        if (snapshot.value === "saving") expect(context.saving?.draft).toEqual(mine);
        if (context.id !== undefined) expect(context.unansweredKey).toBeUndefined();
        if (snapshot.value === "saved") expect(context.savedId).toBe(5);
      },
    });
    expect(snapshots.some((snapshot) => snapshot.matches("saving"))).toBe(true);
  });
});
