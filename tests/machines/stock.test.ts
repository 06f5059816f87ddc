import { describe, expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { type StockRow, stockDirectory } from "#machines/directory/descriptors/stock.ts";
import {
  partsOf,
  type StockOperationDraft,
  stockOperationEditor,
} from "#machines/directory/descriptors/stockOperations.ts";
import { directoryEditorActors, directoryListActors } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import { type OperationsQuery, stockBalanceQuery, stockOperationsQuery } from "#machines/queries/stockOperations.ts";
import { calculationActors } from "#machines/stock/calculation.actors.ts";
import { calculationMachine } from "#machines/stock/calculation.machine.ts";
import { stockChoices } from "#machines/stock/stockChoices.ts";
import { stockListMatcher } from "#machines/stock/stockFilter.ts";
import { describedApi, type ReceivedCall } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const scope = { companyId: 1 };
const signal = new AbortController().signal;

const refusal = (status: number, message: string, errors: Record<string, string> = {}) =>
  Response.json({ status, message, errors }, { status, headers: { "content-type": "application/problem+json" } });

const changes = (calls: readonly ReceivedCall[]) => calls.filter(({ method }) => method !== "GET");

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

describe("stock list", () => {
  const givenList = async () => {
    const { api, calls } = describedApi();
    const parts = { api, scope, environment: steadyEnvironment, now: () => 1 };
    const machine = directoryListMachineOf<StockRow, "hide" | "show">();
    const list = createActor(machine.provide({ actors: directoryListActors(stockDirectory, parts) })).start();
    const { context } = await waitFor(list, (state) => state.matches("browsing"));
    return { list, calls, row: context.rows[0] };
  };

  test.each([
    ["hide", true],
    ["show", false],
  ] as const)("can %s a stock item after a confirmation", async (command, isHidden) => {
    const { list, calls, row } = await givenList();
    if (!row) throw new Error("No row was listed");
    list.send({ type: "command.choose", chosen: { command, row } });
    expect(changes(calls)).toEqual([]);
    list.send({ type: "command.confirm" });
    await waitFor(list, (state) => state.matches("browsing"));
    expect(changes(calls).map(({ id, body }) => [id, body])).toEqual([
      ["hideStock", { id: row.id, companyId: 1, isHidden }],
    ]);
    expect(calls.at(-1)?.id).toBe("listStock");
  });

  test("filters by at least three letters of a title", () => {
    const rows = [aRow({ title: "Мука" }), aRow({ title: "Мука ржаная", isHidden: true }), aRow({ title: "Сахар" })];
    const left = (title: string, isAll: boolean) => rows.filter(stockListMatcher({ title, isAll })).length;
    expect([left("", false), left("му", false), left("мук", false), left("МУК", true), left("", true)]).toEqual([
      2, 2, 1, 2, 3,
    ]);
  });

  test("provides its stock items as choices for the filters of other lists", async () => {
    for (const [answer, count] of [
      [() => undefined, 1],
      [() => refusal(403, "Нет права"), 0],
    ] as const) {
      const choices = createActor(stockChoices(describedApi(answer).api, 1)).start();
      await waitFor(choices, ({ status }) => status === "done");
      expect(choices.getSnapshot().output?.length).toBe(count);
    }
  });
});

describe("manual stock operation", () => {
  const givenEditor = async (answer?: (call: ReceivedCall) => Response | undefined) => {
    const { api, calls } = describedApi(answer);
    const actors = directoryEditorActors(stockOperationEditor, {
      api,
      scope: { ...scope, stockItemId: 10 },
      environment: steadyEnvironment,
      newKey: () => "key-of-a-test",
    });
    const machine = directoryEditorMachineOf<StockOperationDraft, readonly StockRow[]>().provide({ actors });
    const editor = createActor(machine, { input: { id: undefined } }).start();
    await waitFor(editor, (state) => !state.matches("opening"));
    const save = async (typed: Partial<StockOperationDraft>) => {
      const { opening } = editor.getSnapshot().context;
      if (!opening) throw new Error("No entry was opened");
      const draft = { ...opening.opened.draft, ...typed };
      editor.send({ type: "draft.submit", draft });
      return waitFor(editor, (state) => !state.matches("saving"));
    };
    return { calls, save };
  };

  test("begins with the stock item of its page and is sent once", async () => {
    const { calls, save } = await givenEditor();
    expect((await save({ operationType: "-", count: "0,25", comment: "Пролили" })).value).toBe("saved");
    expect(changes(calls).map(({ key, body }) => [key, body])).toEqual([
      [
        "key-of-a-test",
        { stockItemId: 10, operationType: "-", count: 0.25, comment: "Пролили", isIgnoreSubProcedure: false },
      ],
    ]);
  });

  test("shows the server's message at its field after a refusal", async () => {
    const { save } = await givenEditor((call) =>
      call.method === "GET" ? undefined : refusal(400, "Проверьте заполнение полей.", { count: "Слишком много." }),
    );
    const { value, context } = await save({ count: "5" });
    expect([value, context.failure?.errors]).toEqual(["editing", { count: "Слишком много." }]);
  });

  test("partsOf — returns the stock items that are used in the given item", () => {
    const dough = { id: 35, name: "Тесто" };
    const rows = [aRow({ id: 1, usedInStockItems: [dough] }), aRow({ id: 2 }), aRow({ id: 35, title: "Тесто" })];
    expect(partsOf(rows, 35).map(({ id }) => id)).toEqual([1]);
    expect(partsOf(rows, 2)).toEqual([]);
  });
});

const asked: OperationsQuery = { companyId: 1, start: "2026-11-01", end: "2026-11-21", stockItemId: undefined };

test("operations and balance of a stock item — are read for the requested days", async () => {
  const { api, calls } = describedApi();
  expect(await stockOperationsQuery.load(api, asked, signal)).toHaveLength(1);
  expect((await stockBalanceQuery.load(api, { ...asked, stockItemId: 10 }, signal)).days).toHaveLength(1);
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/StockOperation/Company/1/Summury",
    "/api/StockItem/10/Company/1/Balance",
  ]);
});

describe("recalculation of stock operations", () => {
  const givenCalculation = (answer?: (call: ReceivedCall) => Response | undefined) => {
    const { api, calls } = describedApi(answer);
    const calculation = createActor(calculationMachine.provide({ actors: calculationActors(api) })).start();
    const counts: (number | undefined)[] = [];
    calculation.on("calculation.done", ({ count }) => counts.push(count));
    const run = (query: OperationsQuery) => {
      calculation.send({ type: "calculation.ask", query });
      calculation.send({ type: "calculation.confirm" });
      return waitFor(calculation, (state) => state.matches("idle"));
    };
    return { calculation, calls, counts, run };
  };

  test("reports the number of changed operations", async () => {
    const { calls, counts, run } = givenCalculation();
    await run(asked);
    await run({ ...asked, stockItemId: 10 });
    const days = { startDate: "2026-11-01", endDate: "2026-11-21" };
    expect(calls.map(({ body }) => body)).toEqual([days, { ...days, stockItemId: 10 }]);
    expect(counts).toEqual([16, 16]);
  });

  test("runs only after the user's confirmation", async () => {
    const { calculation, calls, run } = givenCalculation();
    calculation.send({ type: "calculation.ask", query: asked });
    calculation.send({ type: "calculation.cancel" });
    calculation.send({ type: "calculation.confirm" });
    expect([calculation.getSnapshot().value, calls]).toEqual(["idle", []]);
    await run(asked);
    expect(calls).toHaveLength(1);
  });

  test("shows the refusal while another recalculation is running", async () => {
    let isFree = false;
    const { calculation, run, counts } = givenCalculation(() =>
      isFree ? undefined : refusal(409, "Склад этой компании уже пересчитывается."),
    );
    expect((await run(asked)).context.failure).toMatchObject({
      kind: "refused",
      message: "Склад этой компании уже пересчитывается.",
    });
    expect(counts).toEqual([]);
    calculation.send({ type: "failure.dismiss" });
    expect(calculation.getSnapshot().context.failure).toBeUndefined();
    isFree = true;
    await run(asked);
    expect(counts).toEqual([16]);
  });

  test("tests cover every state and transition", () => {
    const { walk, done, failed } = givenWalk(calculationMachine);
    walk({
      events: [
        { type: "calculation.ask", query: asked },
        { type: "calculation.confirm" },
        { type: "calculation.cancel" },
        { type: "failure.dismiss" },
        done("run", 1),
        failed("run"),
      ],
      invariant: (snapshot) => {
        if (snapshot.matches("running")) expect(snapshot.context.query).toEqual(asked);
      },
    });
  });
});
