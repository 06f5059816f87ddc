import { describe, expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { taskMachine } from "#machines/core/task.machine.ts";
import { type StockRow, stock } from "#machines/directory/descriptors/stock.ts";
import {
  partsOf,
  type StockOperationDraft,
  stockOperationEditor,
} from "#machines/directory/descriptors/stockOperations.ts";
import { directoryEditorActors, directoryListActors } from "#machines/directory/directory.actors.ts";
import { editorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import { type OperationsQuery, stockBalanceQuery, stockOperationsQuery } from "#machines/queries/stockOperations.ts";
import { calculationActors } from "#machines/stock/calculation.actors.ts";
import { stockChoices } from "#machines/stock/stockChoices.ts";
import { fitsStockList } from "#machines/stock/stockFilter.ts";
import { type Arrived, describedApi } from "../support/machines/describedApi.ts";

const scope = { companyId: 1 };
const signal = new AbortController().signal;

const refusal = (status: number, message: string, errors: Record<string, string> = {}) =>
  Response.json({ status, message, errors }, { status, headers: { "content-type": "application/problem+json" } });

const changes = (calls: readonly Arrived[]) => calls.filter(({ method }) => method !== "GET");

const aRow = (facts: Partial<StockRow>): StockRow => ({
  id: 1,
  title: "Мука",
  unit: "кг",
  count: 0,
  reservedCount: 0,
  reservedOrders: [],
  isHidden: false,
  countUsed: 0,
  usedInItems: [],
  usedInStockItems: [],
  ...facts,
});

describe("the stock list", () => {
  const givenList = async () => {
    const { api, calls } = describedApi();
    const machine = directoryListMachineOf<StockRow, "hide" | "show">();
    const list = createActor(
      machine.provide({ actors: directoryListActors(stock, { api, scope, now: () => 1 }) }),
    ).start();
    const { context } = await waitFor(list, (state) => state.matches("browsing"));
    return { list, calls, row: context.rows[0] };
  };

  test.each([
    ["hide", true],
    ["show", false],
  ] as const)("can %s a stock item once that is confirmed, and is read again", async (command, isHidden) => {
    const { list, calls, row } = await givenList();
    if (!row) throw new Error("no row");
    list.send({ type: "command.choose", chosen: { command, row } });
    expect(changes(calls)).toEqual([]);
    list.send({ type: "command.confirm" });
    await waitFor(list, (state) => state.matches("browsing"));
    expect(changes(calls).map(({ id, body }) => [id, body])).toEqual([
      ["hideStock", { id: row.id, companyId: 1, isHidden }],
    ]);
    expect(calls.at(-1)?.id).toBe("listStock");
  });

  test("is narrowed by three letters of a title, and leaves out what is hidden unless all is wanted", () => {
    const rows = [aRow({ title: "Мука" }), aRow({ title: "Мука ржаная", isHidden: true }), aRow({ title: "Сахар" })];
    const left = (title: string, isAll: boolean) => rows.filter(fitsStockList({ title, isAll })).length;
    expect([left("", false), left("му", false), left("мук", false), left("МУК", true), left("", true)]).toEqual([
      2, 2, 1, 2, 3,
    ]);
  });

  test("offers its stock items to narrow other lists to, and none where they cannot be read", async () => {
    for (const [answer, count] of [
      [() => undefined, 1],
      [() => refusal(403, "Нет права"), 0],
    ] as const) {
      const known = createActor(stockChoices(describedApi(answer).api, 1)).start();
      await waitFor(known, ({ status }) => status === "done");
      expect(known.getSnapshot().output?.length).toBe(count);
    }
  });
});

describe("an operation by hand", () => {
  const givenEditor = async (answer?: (call: Arrived) => Response | undefined) => {
    const { api, calls } = describedApi(answer);
    const actors = directoryEditorActors(stockOperationEditor, { api, scope: { ...scope, stockItemId: 10 } });
    const machine = editorMachineOf<StockOperationDraft, readonly StockRow[]>().provide({ actors });
    const editor = createActor(machine, { input: { id: undefined } }).start();
    await waitFor(editor, (state) => !state.matches("opening"));
    const save = async (typed: Partial<StockOperationDraft>) => {
      const { opening } = editor.getSnapshot().context;
      if (!opening) throw new Error("nothing was opened");
      const draft = { ...opening.opened.draft, ...typed };
      editor.send({ type: "draft.submit", submitted: { draft, key: "key-of-a-test" } });
      return waitFor(editor, (state) => !state.matches("saving"));
    };
    return { calls, save };
  };

  test("begins with the stock item that one came from, and is sent once under its key", async () => {
    const { calls, save } = await givenEditor();
    expect((await save({ operationType: "-", count: "0,25", comment: "Пролили" })).value).toBe("saved");
    expect(changes(calls).map(({ key, body }) => [key, body])).toEqual([
      [
        "key-of-a-test",
        { stockItemId: 10, operationType: "-", count: 0.25, comment: "Пролили", isIgnoreSubProcedure: false },
      ],
    ]);
  });

  test("that is refused goes back to the form with the sentence of its field", async () => {
    const { save } = await givenEditor((call) =>
      call.method === "GET" ? undefined : refusal(400, "Проверьте заполнение полей.", { count: "Слишком много." }),
    );
    const { value, context } = await save({ count: "5" });
    expect([value, context.refusal?.errors]).toEqual(["editing", { count: "Слишком много." }]);
  });

  test("knows what a half-finished item is made of from what the others are used in", () => {
    const dough = { id: 35, name: "Тесто" };
    const rows = [aRow({ id: 1, usedInStockItems: [dough] }), aRow({ id: 2 }), aRow({ id: 35, title: "Тесто" })];
    expect(partsOf(rows, 35).map(({ id }) => id)).toEqual([1]);
    expect(partsOf(rows, 2)).toEqual([]);
  });
});

const asked: OperationsQuery = { companyId: 1, start: "2026-11-01", end: "2026-11-21", stockItemId: undefined };

test("operations and the balance of a stock item are read for the days that are asked for", async () => {
  const { api, calls } = describedApi();
  expect(await stockOperationsQuery.load(api, asked, signal)).toHaveLength(1);
  expect((await stockBalanceQuery.load(api, { ...asked, stockItemId: 10 }, signal)).days).toHaveLength(1);
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/StockOperation/Company/1/Summury",
    "/api/StockItem/10/Company/1/Balance",
  ]);
});

describe("a recalculation", () => {
  const givenTask = (answer?: (call: Arrived) => Response | undefined) => {
    const { api, calls } = describedApi(answer);
    let query = asked;
    const task = createActor(taskMachine.provide({ actors: calculationActors(api, () => query) })).start();
    const counts: number[] = [];
    task.on("task.done", ({ count }) => counts.push(count));
    const run = () => {
      task.send({ type: "task.ask", id: 0 });
      task.send({ type: "task.confirm" });
      return waitFor(task, (state) => state.matches("idle"));
    };
    return { task, calls, counts, run, ask: (next: OperationsQuery) => (query = next) };
  };

  test("is for what is shown when it is confirmed, and tells how many operations it touched", async () => {
    const { calls, counts, run, ask } = givenTask();
    await run();
    ask({ ...asked, stockItemId: 10 });
    await run();
    const days = { startDate: "2026-11-01", endDate: "2026-11-21" };
    expect(calls.map(({ body }) => body)).toEqual([days, { ...days, stockItemId: 10 }]);
    expect(counts).toEqual([16, 16]);
  });

  test("that is refused because of another one says so, and can be tried again", async () => {
    const { run, counts } = givenTask(() => refusal(409, "Склад этой компании уже пересчитывается."));
    expect((await run()).context.problem).toBe("Склад этой компании уже пересчитывается.");
    expect(counts).toEqual([]);
  });
});
