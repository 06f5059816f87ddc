import { describe, expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { ApiProblem, NOT_OFFERED } from "#api/client.ts";
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
import { calculationMachine, reasonNotToCalculate } from "#machines/stock/calculation.machine.ts";
import { amountsOf, stepsOf } from "#machines/stock/calculation.ts";
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
  ] as const)("stock list — can %s a stock item after a confirmation", async (command, isHidden) => {
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

  test("stock list — filters by at least three letters of a title, and shows hidden items only on request", () => {
    const rows = [aRow({ title: "Мука" }), aRow({ title: "Мука ржаная", isHidden: true }), aRow({ title: "Сахар" })];
    const left = (title: string, isAll: boolean) => rows.filter(stockListMatcher({ title, isAll })).length;
    expect([left("", false), left("му", false), left("мук", false), left("МУК", true), left("", true)]).toEqual([
      2, 2, 1, 2, 3,
    ]);
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

  test("manual stock operation — starts with the stock item of the page and is sent once", async () => {
    const { calls, save } = await givenEditor();
    expect((await save({ operationType: "-", count: "0,25", comment: "Пролили" })).value).toBe("saved");
    expect(changes(calls).map(({ key, body }) => [key, body])).toEqual([
      [
        "key-of-a-test",
        { stockItemId: 10, operationType: "-", count: 0.25, comment: "Пролили", isIgnoreSubProcedure: false },
      ],
    ]);
  });

  test("manual stock operation — shows the message of a refusal at the field that the server names", async () => {
    const { save } = await givenEditor((call) =>
      call.method === "GET" ? undefined : refusal(400, "Проверьте заполнение полей.", { count: "Слишком много." }),
    );
    const { value, context } = await save({ count: "5" });
    expect([value, context.failure?.errors]).toEqual(["editing", { count: "Слишком много." }]);
  });

  test("partsOf — returns the stock items that are ingredients of the given item", () => {
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
  const days = { startDate: "2026-11-01", endDate: "2026-11-21" };
  expect(calls.map(({ path, query }) => [path, query])).toEqual([
    ["/api/StockOperation/Company/1/Summury", days],
    ["/api/StockItem/10/Company/1/Balance", days],
  ]);
});

describe("recalculation of stock operations", () => {
  const threeWeeks: OperationsQuery = { ...asked, start: "2026-11-01", end: "2026-11-20" };
  const weeks = [
    { startDate: "2026-11-01", endDate: "2026-11-07" },
    { startDate: "2026-11-08", endDate: "2026-11-14" },
    { startDate: "2026-11-15", endDate: "2026-11-20" },
  ];
  const flour = {
    id: 10,
    title: "Мука",
    unit: "кг",
    countBefore: 4,
    countAfter: 4.2,
    amountBefore: 200,
    amountAfter: 210,
  };

  const givenCalculation = (answer?: (call: ReceivedCall) => Response | undefined) => {
    const { api, calls } = describedApi(answer);
    const calculation = createActor(calculationMachine.provide({ actors: calculationActors(api) })).start();
    const reports: (readonly [count: number | undefined, isWhole: boolean])[] = [];
    calculation.on("calculation.done", ({ count, isWhole }) => reports.push([count, isWhole]));
    const until = (state: "idle" | "confirming") => waitFor(calculation, (snapshot) => snapshot.matches(state));
    const ask = (query: OperationsQuery) => {
      calculation.send({ type: "calculation.ask", query });
      return until("confirming");
    };
    const run = async (query: OperationsQuery) => {
      await ask(query);
      calculation.send({ type: "calculation.confirm" });
      return until("idle");
    };
    const bodiesOf = (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
    return { calculation, reports, ask, run, until, bodiesOf };
  };

  test("recalculation of stock — previews and recalculates a period week by week", async () => {
    const { reports, run, bodiesOf } = givenCalculation();
    await run(threeWeeks);
    expect([bodiesOf("/Preview"), bodiesOf("/Calculate")]).toEqual([weeks, weeks]);
    expect(reports).toEqual([[48, true]]);
  });

  test("recalculation of stock — sends the chosen stock item with every week", async () => {
    const { run, bodiesOf } = givenCalculation();
    await run({ ...threeWeeks, stockItemId: 10 });
    expect(bodiesOf("/Calculate")).toEqual(weeks.map((week) => ({ ...week, stockItemId: 10 })));
  });

  test("recalculation of stock — does not divide a period that ends before it starts, so that the server refuses this period", () => {
    const reversed = { ...threeWeeks, start: "2026-12-01" };
    expect(stepsOf(reversed)).toEqual([reversed]);
  });

  test("recalculation of stock — before the confirmation, shows the total change of all weeks", async () => {
    const { ask } = givenCalculation();
    const { preview } = (await ask(threeWeeks)).context;
    expect(preview).toEqual({
      count: 48,
      items: [{ ...flour, countBefore: 12, countAfter: 12.6, amountBefore: 600, amountAfter: 630 }],
    });
    expect(preview && amountsOf(preview)).toEqual({ before: 600, after: 630 });
  });

  test("the preview of a recalculation can be cancelled", () => {
    const { calculation, bodiesOf } = givenCalculation();
    calculation.send({ type: "calculation.ask", query: threeWeeks });
    expect(calculation.getSnapshot().value).toBe("previewing");
    calculation.send({ type: "calculation.cancel" });
    expect([calculation.getSnapshot().value, bodiesOf("/Calculate")]).toEqual(["idle", []]);
  });

  test("recalculation of stock — runs only after the user's confirmation", async () => {
    const { calculation, ask, bodiesOf } = givenCalculation();
    await ask(threeWeeks);
    calculation.send({ type: "calculation.cancel" });
    calculation.send({ type: "calculation.confirm" });
    expect([calculation.getSnapshot().value, bodiesOf("/Calculate")]).toEqual(["idle", []]);
  });

  test("recalculation of stock — asks for the confirmation without figures if the server offers no preview", async () => {
    const { ask } = givenCalculation(({ path }) =>
      path.endsWith("/Preview") ? Response.json({ type: NOT_OFFERED, message: "Нет" }, { status: 404 }) : undefined,
    );
    expect((await ask(threeWeeks)).context).toMatchObject({ preview: undefined, failure: undefined });
  });

  test("a cancelled recalculation ends after the current week", async () => {
    const { calculation, reports, ask, until, bodiesOf } = givenCalculation();
    await ask(threeWeeks);
    calculation.send({ type: "calculation.confirm" });
    calculation.send({ type: "calculation.cancel" });
    await until("idle");
    expect([bodiesOf("/Calculate"), reports]).toEqual([weeks.slice(0, 1), [[16, false]]]);
  });

  test("recalculation of stock — can be started again after it was stopped, and then runs completely", async () => {
    const { calculation, reports, ask, run, until } = givenCalculation();
    await ask(threeWeeks);
    calculation.send({ type: "calculation.confirm" });
    calculation.send({ type: "calculation.cancel" });
    await until("idle");
    await run(threeWeeks);
    expect(reports.at(-1)).toEqual([48, true]);
  });

  test("recalculation of stock — shows the refusal if another recalculation is running", async () => {
    const { calculation, reports, ask, until } = givenCalculation(({ path }) =>
      path.endsWith("/Calculate") ? refusal(409, "Склад этой компании уже пересчитывается.") : undefined,
    );
    await ask(threeWeeks);
    calculation.send({ type: "calculation.confirm" });
    expect((await until("idle")).context.failure).toMatchObject({
      kind: "refused",
      message: "Склад этой компании уже пересчитывается.",
    });
    expect(reports).toEqual([]);
    calculation.send({ type: "failure.dismiss" });
    expect(calculation.getSnapshot().context.failure).toBeUndefined();
  });

  test("recalculation of stock — reports the finished weeks when a later week is refused", async () => {
    const { run, reports } = givenCalculation(({ path, body }) =>
      path.endsWith("/Calculate") && Reflect.get(Object(body), "startDate") === "2026-11-15"
        ? refusal(409, "Складской период закрыт.")
        : undefined,
    );
    expect((await run(threeWeeks)).context.failure?.message).toBe("Складской период закрыт.");
    expect(reports).toEqual([[32, false]]);
  });

  test("recalculation of stock — shows the refusal of a preview", async () => {
    const { calculation, until } = givenCalculation(() => refusal(409, "Складской период закрыт."));
    calculation.send({ type: "calculation.ask", query: threeWeeks });
    expect((await until("idle")).context.failure?.message).toBe("Складской период закрыт.");
  });

  test("recalculation of stock — is refused without the permission, and reports the reason", async () => {
    const { calculation, ask, bodiesOf } = givenCalculation();
    const missing = { code: "permission", permission: "stock.edit" };
    calculation.send({ type: "permissions.change", permissions: {} });
    calculation.send({ type: "calculation.ask", query: threeWeeks });
    expect([calculation.getSnapshot().value, bodiesOf("/Preview")]).toEqual(["idle", []]);
    expect(reasonNotToCalculate(calculation.getSnapshot())).toEqual(missing);
    calculation.send({ type: "permissions.change", permissions: { "stock.edit": 1 } });
    expect(reasonNotToCalculate(calculation.getSnapshot())).toBeUndefined();
    const asked = ask(threeWeeks);
    expect(reasonNotToCalculate(calculation.getSnapshot())).toEqual({ code: "busy" });
    await asked;
    calculation.send({ type: "permissions.change", permissions: {} });
    calculation.send({ type: "calculation.confirm" });
    expect([calculation.getSnapshot().value, bodiesOf("/Calculate")]).toEqual(["confirming", []]);
    expect(reasonNotToCalculate(calculation.getSnapshot())).toEqual(missing);
  });

  test("recalculation of stock — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(calculationMachine);
    const notOffered = new ApiProblem(404, "Нет", {}, undefined, { type: NOT_OFFERED });
    walk({
      events: [
        { type: "permissions.change", permissions: {} },
        { type: "permissions.change", permissions: undefined },
        { type: "calculation.ask", query: { ...threeWeeks, end: "2026-11-10" } },
        { type: "calculation.confirm" },
        { type: "calculation.cancel" },
        { type: "failure.dismiss" },
        done("preview", { count: 1, items: [flour] }),
        failed("preview"),
        failed("preview", notOffered),
        done("run", 1),
        failed("run"),
      ],
      project: ({ context }) => [context.done, context.isStopping],
      invariant: (snapshot) => {
        const { done: finished, steps } = snapshot.context;
        if (snapshot.matches("running")) expect(finished).toBeLessThan(steps.length);
      },
    });
  });
});
