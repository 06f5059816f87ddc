import { expect, test } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer, unwrap } from "#api/client.ts";
import { directoryEditorActors, directoryListActors } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachine, editorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachine, directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import { type Edited, findDifferences, type Listed, type Reordering } from "#machines/directory/types.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

interface Thing {
  id: number;
  name: string;
}

interface Draft {
  name: string;
}

type Shop = { companyId: number };

const problem = (status: number, message: string, errors: Record<string, string> = {}) =>
  Response.json({ status, message, errors }, { status, headers: { "content-type": "application/problem+json" } });

/** The answer to a call whose first attempt is still being worked on. */
const atWork = () => Response.json({ type: "urn:problem:in-progress", message: "Ещё выполняется." }, { status: 409 });

/** A directory of tags, whose calls the test answers. */
const things: Listed<Shop, Thing> = {
  name: "things",
  list: async (api, { companyId }, signal) => {
    const { data, error } = await api.GET("/api/Tag/Company/{companyId}", { params: { path: { companyId } }, signal });
    if (!data) throw new Error(String(error?.message));
    return data;
  },
  commands: {
    remove: async (_api, _scope, row) => {
      if (row.id === 2) throw new Error("Метка «Два» ещё нужна.");
    },
  },
};

const givenList = (answers: (() => Response)[]) => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(url);
    return answers.shift()?.() ?? Response.json([]);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = directoryListActors(things, { api, scope: { companyId: 1 }, now: () => 1000 });
  const list = createActor(directoryListMachineOf<Thing, "remove">().provide({ actors })).start();
  const told: string[] = [];
  list.on("command.done", ({ done: { command, row } }) => told.push(`${command} ${row.name}`));
  return { list, asked, told };
};

const one = { id: 1, name: "Один" };
const two = { id: 2, name: "Два" };
const three = { id: 3, name: "Три" };
const rowsAnswer = () => Response.json([one, two]);

test("a list reads its rows and knows of when they are", async () => {
  const { list } = givenList([rowsAnswer]);
  expect(list.getSnapshot().hasTag("skeleton")).toBe(true);
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [one, two], at: 1000 } });
});

test("a command asks first; 'Нет' forgets the row, nothing happens to it, and the rows are as they are now", async () => {
  const { list, told, asked } = givenList([rowsAnswer, rowsAnswer]);
  await settled();
  list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
  expect(list.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { row: one } } });
  list.send({ type: "command.cancel" });
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { chosen: undefined } });
  expect([told, asked.length]).toEqual([[], 2]);
});

test("a command that is chosen while the list is read anew is asked about at once", async () => {
  const { list, told } = givenList([rowsAnswer, rowsAnswer, () => Response.json([two])]);
  await settled();
  list.send({ type: "list.refresh" });
  list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { row: one } } });
  list.send({ type: "command.confirm" });
  await settled();
  await settled();
  expect(told).toEqual(["remove Один"]);
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two] } });
});

test("'Да' does it, tells it and reads the list again", async () => {
  const { list, told, asked } = givenList([rowsAnswer, () => Response.json([two])]);
  await settled();
  list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
  list.send({ type: "command.confirm" });
  list.send({ type: "command.confirm" });
  await settled();
  await settled();
  expect(told).toEqual(["remove Один"]);
  expect(asked.length).toBe(2);
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { rows: [two], chosen: undefined } });
});

test("a refused command keeps the server's words over the rows that are read again, until they are dismissed", async () => {
  const { list, told } = givenList([rowsAnswer, rowsAnswer]);
  await settled();
  list.send({ type: "command.choose", chosen: { command: "remove", row: two } });
  list.send({ type: "command.confirm" });
  await settled();
  await settled();
  expect(told).toEqual([]);
  expect(list.getSnapshot().context).toMatchObject({ refusal: "Метка «Два» ещё нужна.", rows: [one, two] });
  list.send({ type: "refusal.dismiss" });
  expect(list.getSnapshot().context.refusal).toBeUndefined();
});

test("a list that could not be read says so and is read when asked again", async () => {
  const { list } = givenList([() => problem(500, "Поломка"), rowsAnswer]);
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "failed", context: { error: "Поломка" } });
  list.send({ type: "list.refresh" });
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { error: undefined, rows: [one, two] } });
});

test("a reload that fails keeps the rows of before", async () => {
  const { list } = givenList([rowsAnswer, () => problem(500, "Поломка")]);
  await settled();
  list.send({ type: "list.refresh" });
  expect(list.getSnapshot().hasTag("skeleton")).toBe(false);
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { error: "Поломка", rows: [one, two] } });
});

/** A list whose order is decided on, with what was asked of the server and the way to answer it. */
const givenOrdered = async () => {
  const asked: Reordering[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const ordered: Listed<Shop, Thing> = {
    ...things,
    list: async () => [one, two, three],
    reorder: (_api, _scope, reordering) => {
      asked.push(reordering);
      return new Promise((resolve, reject) => {
        answers.push((error) => (error ? reject(error) : resolve(undefined)));
      });
    },
  };
  const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json([]) });
  const actors = directoryListActors(ordered, { api, scope: { companyId: 1 }, now: () => 1000 });
  const list = createActor(directoryListMachineOf<Thing, "remove">().provide({ actors })).start();
  await settled();
  const names = () => list.getSnapshot().context.rows.map(({ id }) => id);
  return { list, asked, answers, names };
};

test("a moved row stands in its new place at once, and the server hears of the order before and after", async () => {
  const { list, asked, answers, names } = await givenOrdered();
  list.send({ type: "rows.move", move: { id: 3, to: 0 } });
  expect(names()).toEqual([3, 1, 2]);
  expect(asked).toEqual([{ seen: [1, 2, 3], ids: [3, 1, 2] }]);
  answers[0]?.();
  await settled();
  expect(list.getSnapshot().value).toBe("browsing");
});

test("a step counts from where the row stands when it is taken, and ends at the edge", async () => {
  const { list, names } = await givenOrdered();
  list.send({ type: "rows.move", move: { id: 3, by: -1 } });
  list.send({ type: "rows.move", move: { id: 3, by: -1 } });
  expect(names()).toEqual([3, 1, 2]);
  list.send({ type: "rows.move", move: { id: 3, by: -1 } });
  expect(names()).toEqual([3, 1, 2]);
});

test("what is moved while an order is being saved is saved after it, as a change of it", async () => {
  const { list, asked, answers } = await givenOrdered();
  list.send({ type: "rows.move", move: { id: 3, to: 1 } });
  list.send({ type: "rows.move", move: { id: 3, to: 0 } });
  list.send({ type: "rows.move", move: { id: 1, to: 2 } });
  expect(asked.length).toBe(1);
  answers[0]?.();
  await settled();
  expect(asked[1]).toEqual({ seen: [1, 3, 2], ids: [3, 2, 1] });
});

test("a command that is chosen while an order is being saved is asked about after it; not after a refusal", async () => {
  const { list, answers } = await givenOrdered();
  const choose = () => list.send({ type: "command.choose", chosen: { command: "remove", row: one } });
  list.send({ type: "rows.move", move: { id: 1, to: 2 } });
  choose();
  expect(list.getSnapshot().value).toBe("ordering");
  answers[0]?.();
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "confirming", context: { chosen: { row: one } } });
  list.send({ type: "command.cancel" });
  list.send({ type: "rows.move", move: { id: 1, to: 0 } });
  choose();
  answers[1]?.(new Error("Порядок изменил кто-то другой."));
  await settled();
  expect(list.getSnapshot()).toMatchObject({ value: "browsing", context: { chosen: undefined } });
});

test("an order that is refused is told in the server's words, and the rows are read again", async () => {
  const { list, answers, names } = await givenOrdered();
  list.send({ type: "rows.move", move: { id: 1, to: 2 } });
  answers[0]?.(new Error("Порядок изменил кто-то другой."));
  await settled();
  await settled();
  expect(list.getSnapshot()).toMatchObject({
    value: "browsing",
    context: { refusal: "Порядок изменил кто-то другой." },
  });
  expect(names()).toEqual([1, 2, 3]);
});

/** A directory with versions, whose calls the test answers. */
const edited: Edited<Shop, Draft, string[]> = {
  name: "things",
  loadChoices: async () => ["known"],
  blank: (_scope, known) => ({ name: `new ${known[0]}` }),
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
  describe: ({ name }) => [["Название", name]],
};

const givenEditor = (id: number | undefined, answer: (request: Request, sent: unknown[]) => Response) => {
  const sent: unknown[] = [];
  const fetch = async (request: Request) => {
    if (request.method === "POST") sent.push(JSON.parse((await request.clone().json()).message));
    return answer(request, sent);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = directoryEditorActors(edited, { api, scope: { companyId: 1 } });
  const editor = createActor(editorMachineOf<Draft, string[]>().provide({ actors }), { input: { id } }).start();
  const replaced: Draft[] = [];
  editor.on("draft.replaced", ({ draft }) => replaced.push(draft));
  return { editor, sent, replaced };
};

const theCompany = (name: string, version: number) => Response.json({ id: version, name });
const accepted = () => new Response(null, { status: 204 });

test("a new entry begins blank, with what the form chooses from", async () => {
  const { editor } = givenEditor(undefined, accepted);
  await settled();
  expect(editor.getSnapshot()).toMatchObject({
    value: "editing",
    context: { opening: { opened: { draft: { name: "new known" } }, known: ["known"] } },
  });
});

test("an entry that nobody has is missing, a fault can be tried again", async () => {
  const missing = givenEditor(5, () => problem(404, "Нет такой метки"));
  const broken = givenEditor(5, () => problem(500, "Поломка"));
  await settled();
  expect(missing.editor.getSnapshot().value).toBe("missing");
  expect(broken.editor.getSnapshot()).toMatchObject({ value: "failed", context: { refusal: { message: "Поломка" } } });
});

test("what is submitted is saved once, with the version that was opened", async () => {
  const { editor, sent } = givenEditor(5, ({ method }) => (method === "GET" ? theCompany("Было", 3) : accepted()));
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Стало" }, key: "k1" } });
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Ещё" }, key: "k2" } });
  await settled();
  expect(sent).toEqual([[5, "Стало", 3, "k1"]]);
  expect(editor.getSnapshot()).toMatchObject({ status: "done", output: { savedId: 5 } });
});

test("a refused save returns to editing with the server's words and its fields", async () => {
  const { editor } = givenEditor(undefined, () => problem(400, "Проверьте поля.", { name: "Занято." }));
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "x" }, key: "k1" } });
  await settled();
  expect(editor.getSnapshot()).toMatchObject({
    value: "editing",
    context: { refusal: { message: "Проверьте поля.", errors: { name: "Занято." } } },
  });
});

test.each<[string, boolean, () => Response]>([
  ["a refusal of the server is none", false, () => problem(403, "Нельзя.")],
  ["a fault of the server is one", true, () => problem(500, "Поломка.")],
  ["a first attempt that is still at work is one", true, atWork],
  [
    "silence is one",
    true,
    () => {
      throw new NoAnswer();
    },
  ],
])("whether a save failed by a fault is told apart: %s", async (_, isFault, answer) => {
  const { editor } = givenEditor(undefined, answer);
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "x" }, key: "k1" } });
  await settled();
  expect(editor.getSnapshot().context.refusal?.isFault ?? false).toBe(isFault);
});

test("a draft changed after a creation that nobody answered goes out under the same key, and makes no second entry", async () => {
  const { editor, sent } = givenEditor(undefined, (_request, { length }) => {
    if (length === 1) throw new NoAnswer();
    return length === 2 ? problem(422, "Ключ уже использован.") : accepted();
  });
  await settled();
  const submit = async (name: string, key: string) => {
    editor.send({ type: "draft.submit", submitted: { draft: { name }, key } });
    await settled();
    return editor.getSnapshot().context.refusal?.message;
  };
  expect(await submit("Пять", "k1")).toContain("не отвечает");
  expect(await submit("Шесть", "k2")).toContain("Запись уже сохранена");
  await submit("Семь", "k3");
  expect(sent).toEqual([
    [null, "Пять", null, "k1"],
    [null, "Шесть", null, "k1"],
    [null, "Семь", null, "k3"],
  ]);
  expect(editor.getSnapshot().status).toBe("done");
});

test("a creation whose first attempt is still at work keeps its key", async () => {
  const { editor, sent } = givenEditor(undefined, (_request, { length }) => (length === 1 ? atWork() : accepted()));
  await settled();
  for (const key of ["k1", "k2"]) {
    editor.send({ type: "draft.submit", submitted: { draft: { name: "Пять" }, key } });
    await settled();
  }
  expect(sent).toEqual([
    [null, "Пять", null, "k1"],
    [null, "Пять", null, "k1"],
  ]);
});

test.each([["null"], [""], ["<html></html>"]])(
  "an answer that says nothing (%s) is told in plain words",
  async (text) => {
    const { editor } = givenEditor(5, () => new Response(text, { headers: { "Content-Length": `${text.length}` } }));
    await settled();
    expect(editor.getSnapshot().context.refusal?.message).toContain("Сервер ответил непонятно");
  },
);

test("a save whose answer was lost is known again: what was typed since is saved over it, and nobody else is blamed", async () => {
  const { editor, sent } = givenEditor(5, ({ method }, { length }) => {
    if (method === "GET") return length === 0 ? theCompany("Было", 3) : theCompany("Первое", 4);
    if (length === 1) throw new NoAnswer();
    return length === 2 ? problem(412, "Уже изменено.") : accepted();
  });
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Первое" }, key: "k1" } });
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Второе" }, key: "k2" } });
  await settled();
  expect(sent).toEqual([
    [5, "Первое", 3, "k1"],
    [5, "Второе", 3, "k2"],
    [5, "Второе", 4, "k2"],
  ]);
  expect(editor.getSnapshot().status).toBe("done");
});

test("after a save whose answer was lost, what another one made of it is still shown", async () => {
  const { editor } = givenEditor(5, ({ method }, { length }) => {
    if (method === "GET") return length === 0 ? theCompany("Было", 3) : theCompany("Чужое", 5);
    if (length === 1) throw new NoAnswer();
    return problem(412, "Уже изменено.");
  });
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Первое" }, key: "k1" } });
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Второе" }, key: "k2" } });
  await settled();
  expect(editor.getSnapshot().value).toBe("conflicting");
});

const stale = (request: Request, sent: unknown[]) => {
  if (request.method === "GET") return sent.length === 0 ? theCompany("Было", 3) : theCompany("Чужое", 4);
  return sent.length === 1 ? problem(412, "Уже изменено.") : accepted();
};

test("a stale save shows what the other one made of it; his can be taken", async () => {
  const { editor, replaced } = givenEditor(5, stale);
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Моё" }, key: "k1" } });
  await settled();
  expect(editor.getSnapshot()).toMatchObject({
    value: "conflicting",
    context: { theirs: { draft: { name: "Чужое" }, version: 4 }, opening: { opened: { draft: { name: "Было" } } } },
  });
  editor.send({ type: "theirs.take" });
  expect(replaced).toEqual([{ name: "Чужое" }]);
  expect(editor.getSnapshot()).toMatchObject({ value: "editing", context: { opening: { opened: { version: 4 } } } });
});

test("or the own draft is saved over it, knowingly", async () => {
  const { editor, sent } = givenEditor(5, stale);
  await settled();
  editor.send({ type: "draft.submit", submitted: { draft: { name: "Моё" }, key: "k1" } });
  await settled();
  editor.send({ type: "theirs.overwrite", key: "k2" });
  await settled();
  expect(sent).toEqual([
    [5, "Моё", 3, "k1"],
    [5, "Моё", 4, "k2"],
  ]);
  expect(editor.getSnapshot().status).toBe("done");
});

test("leaving with unsaved changes asks; who stays goes on editing", async () => {
  const { editor } = givenEditor(undefined, accepted);
  await settled();
  editor.send({ type: "leave.ask" });
  expect(editor.getSnapshot().value).toBe("leaving");
  editor.send({ type: "leave.stay" });
  expect(editor.getSnapshot().value).toBe("editing");
  editor.send({ type: "leave.ask" });
  editor.send({ type: "leave.go" });
  expect(editor.getSnapshot()).toMatchObject({ value: "left", output: { savedId: undefined } });
});

test("differences name what was, what is, and what is gone", () => {
  expect(
    findDifferences(
      [
        ["Название", "А"],
        ["Цвет", "красный"],
      ],
      [
        ["Название", "Б"],
        ["Порядок", "5"],
      ],
    ),
  ).toEqual([
    { label: "Название", before: "А", after: "Б" },
    { label: "Цвет", before: "красный", after: "" },
    { label: "Порядок", before: "", after: "5" },
  ]);
});

test("directory list — every state and transition is walked, and no command runs unchosen", () => {
  const { walk, done, failed } = givenWalk(directoryListMachine);
  const chosen = { command: "remove", row: one };
  const { snapshots } = walk({
    project: ({ context }) => Boolean(context.chosen),
    events: [
      { type: "list.refresh" },
      { type: "network.online" },
      { type: "command.choose", chosen },
      { type: "command.confirm" },
      { type: "command.cancel" },
      { type: "rows.move", move: { id: 2, to: 0 } },
      { type: "refusal.dismiss" },
      done("load", { rows: [one, two], at: 1 }),
      failed("load"),
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

test("directory editor — every state and transition is walked, and nothing is saved unsubmitted", () => {
  const { walk, done, failed } = givenWalk(directoryEditorMachine);
  const { snapshots } = walk({
    inputs: [{ id: undefined }, { id: 5 }],
    events: [
      { type: "open.retry" },
      { type: "network.online" },
      { type: "draft.submit", submitted: { draft: { name: "Моё" }, key: "k1" } },
      { type: "refusal.dismiss" },
      { type: "theirs.take" },
      { type: "theirs.overwrite", key: "k2" },
      { type: "theirs.look" },
      { type: "leave.ask" },
      { type: "leave.stay" },
      { type: "leave.go" },
      done("open", { type: "opened", opened: { draft: { name: "Было" }, version: 3 }, known: [] }),
      done("open", { type: "missing" }),
      failed("open"),
      done("save", { type: "saved", id: 5 }),
      done("save", { type: "refused", message: "Нельзя", errors: {} }),
      done("save", { type: "stale", theirs: { draft: { name: "Чужое" }, version: 4 } }),
      done("save", { type: "stale", theirs: { draft: { name: "Моё" }, version: 4 } }),
      failed("save"),
    ],
    project: ({ context }) => context.unanswered.length > 0,
    invariant: (snapshot) => {
      if (snapshot.matches("saving")) expect(snapshot.context.saving).toBeDefined();
    },
  });
  expect(snapshots.some((snapshot) => snapshot.matches("saving"))).toBe(true);
});
