import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, UnreadableAnswer } from "#api/client.ts";
import {
  financeSettingsEditor,
  parseSignedAmount,
  pendingCashQuery,
  shiftOpeningEditor,
  toTransactionParams,
  transactionEditor,
  transactionsQuery,
} from "#machines/directory/descriptors/finance.ts";
import { cashShiftActors } from "#machines/finance/cashShift.actors.ts";
import { cashShiftMachine } from "#machines/finance/cashShift.machine.ts";
import {
  type CashShift,
  differenceOf,
  isShiftReport,
  reasonNotToClose,
  type ShiftReport,
  shiftReportQuery,
} from "#machines/finance/cashShift.ts";
import { cashDrawersQuery, financeTotalsQuery } from "#machines/queries/finance.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const path = { companyId: 1, id: 14 };

const aShift = (fields: Partial<CashShift> = {}): CashShift => ({
  id: 14,
  financeSourceId: 1,
  financeSourceName: "Касса",
  number: 14,
  opening: 1000,
  openedAt: "2026-11-25T06:00:00.000Z",
  openedByAlias: "Ирина",
  expected: null,
  counted: null,
  difference: null,
  reason: null,
  closedAt: null,
  closedByAlias: null,
  version: 3,
  ...fields,
});

const closed = aShift({
  closedAt: "2026-11-25T19:00:00.000Z",
  expected: 1500,
  counted: 1350,
  difference: -150,
  version: 4,
});

const aReport = (expected: number, shift: CashShift = aShift()): ShiftReport => ({
  shift,
  at: "2026-11-25T18:00:00.000Z",
  payments: 500,
  paymentCount: 1,
  refunds: 0,
  refundCount: 0,
  income: 0,
  expense: 0,
  transferIn: 0,
  transferOut: 0,
  expected,
  pending: [],
});

const problem = (status: number, message: string, extra: object = {}) =>
  Response.json({ status, message, ...extra }, { status });
const advance = (ms = 200) => vi.advanceTimersByTimeAsync(ms);

const REPORT = "/api/CashShift/14/Company/1/Report";
const CLOSE = "/api/CashShift/14/Company/1/Close";

/**
 * Starts the machine of a cash shift with a fake server. `reports` are the successive answers to reads, and the last
 * one repeats. `closing` answers the requests to close the shift.
 */
const givenShift = async ({
  reports = [aReport(1500)],
  closing = () => Response.json(aReport(1500, closed)),
}: {
  reports?: readonly (ShiftReport | Response | "lost")[];
  closing?: (attempt: number) => Response | Promise<Response>;
} = {}) => {
  const sent: { path: string; body: unknown; version: string | null; key: string | null }[] = [];
  const reads: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") {
      sent.push({
        path: pathname,
        body: await request.clone().json(),
        version: request.headers.get("If-Match"),
        key: request.headers.get("Idempotency-Key"),
      });
      return closing(sent.length);
    }
    const answer = reports[Math.min(reads.length, reports.length - 1)];
    reads.push(pathname);
    if (answer === "lost") throw new TypeError("connection lost");
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  };
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `shift-key-${keys}`;
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = cashShiftActors({ api, environment: steadyEnvironment, now: () => Date.now(), newKey });
  const shift = createActor(cashShiftMachine.provide({ actors }), { input: { path } }).start();
  await advance();
  const state = () => shift.getSnapshot();
  const count = (counted: string, reason = "") => {
    shift.send({ type: "shift.count" });
    shift.send({ type: "amount.type", text: counted });
    shift.send({ type: "reason.type", text: reason });
  };
  return { shift, state, count, sent, reads };
};

describe("cash shift", () => {
  test("the X report of an open shift is shown and polled", async () => {
    const { state, reads } = await givenShift({ reports: [aReport(1500), aReport(1600)] });
    expect(state()).toMatchObject({ value: { running: "open" }, context: { report: { expected: 1500 } } });
    await advance(40_000);
    expect(reads).toEqual([REPORT, REPORT]);
    expect(state().context.report?.expected).toBe(1600);
  });

  test("the cash count can begin only after the X report has been read", async () => {
    const { shift, state } = await givenShift({ reports: [problem(409, "Занято."), aReport(1500)] });
    expect(state().context).toMatchObject({ report: undefined, readFailure: { message: "Занято." } });
    shift.send({ type: "shift.count" });
    expect(state().value).toEqual({ running: "open" });
    shift.send({ type: "report.refresh" });
    await advance(5000);
    expect(state().context).toMatchObject({ report: { expected: 1500 }, readFailure: undefined });
    shift.send({ type: "shift.count" });
    expect(state()).toMatchObject({ value: { running: "counting" }, context: { counted: "", reason: "" } });
    shift.send({ type: "shift.back" });
    expect(state().value).toEqual({ running: "open" });
  });

  test("a cash count without a difference is sent with the displayed version and expected amount", async () => {
    const { shift, state, count, sent } = await givenShift();
    count("1500");
    shift.send({ type: "shift.close" });
    expect(state().hasTag("busy")).toBe(true);
    await advance();
    expect(sent).toEqual([
      { path: CLOSE, body: { counted: 1500, expected: 1500, reason: null }, version: '"3"', key: "shift-key-1" },
    ]);
    expect(state()).toMatchObject({ value: "closed", context: { report: { shift: { difference: -150 } } } });
  });

  test("a cash count with a shortage is sent only with a reason", async () => {
    const { shift, state, count, sent } = await givenShift();
    count("1350", "   ");
    shift.send({ type: "shift.close" });
    expect([state().value, reasonNotToClose(state().context), differenceOf(state().context)]).toEqual([
      { running: "counting" },
      "noReason",
      -150,
    ]);
    shift.send({ type: "reason.type", text: ` Ошибка сдачи${"и".repeat(600)}` });
    expect(state().context.reason).toHaveLength(500);
    shift.send({ type: "reason.type", text: " Ошибка сдачи " });
    shift.send({ type: "shift.close" });
    await advance();
    expect(sent[0]?.body).toEqual({ counted: 1350, expected: 1500, reason: "Ошибка сдачи" });
    expect(state().value).toBe("closed");
  });

  test("a refused closing of a shift keeps the cash count and reads the report again", async () => {
    const { shift, state, count } = await givenShift({
      reports: [aReport(1500), aReport(1700)],
      closing: () => problem(409, "Прошли операции."),
    });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance(3000);
    expect(state()).toMatchObject({
      value: { running: "counting" },
      context: { counted: "1500", failure: { message: "Прошли операции." }, report: { expected: 1700 } },
    });
    shift.send({ type: "shift.back" });
    expect(state().context.failure).toBeUndefined();
  });

  test("a new attempt to close the shift clears the previous failure and has a new idempotency key", async () => {
    const { shift, state, count, sent } = await givenShift({ closing: () => problem(409, "Прошли операции.") });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance();
    expect(state().context.failure).toMatchObject({ message: "Прошли операции." });
    shift.send({ type: "shift.close" });
    expect(state()).toMatchObject({ value: { running: "closing" }, context: { failure: undefined } });
    await advance();
    expect(sent.map(({ key }) => key)).toEqual(["shift-key-1", "shift-key-2"]);
  });

  test.each([
    ["without a body", null],
    ["without the shift", {}],
    ["with a malformed shift", { entry: { ...aShift(), version: "4" } }],
  ])("a closing of the shift is shown as refused after a response with status 412 %s", async (_, extra) => {
    const { shift, state, count, sent } = await givenShift({
      closing: () => (extra ? problem(412, "Уже изменили.", extra) : Response.json(null, { status: 412 })),
    });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance(3000);
    expect(state()).toMatchObject({
      value: { running: "counting" },
      context: { failure: { kind: "refused", ...(extra && { message: "Уже изменили." }) } },
    });
    expect(sent).toHaveLength(1);
  });

  test("after another user changes the opening amount, the first closing of the shift is refused and the second closing succeeds", async () => {
    const { shift, state, count, sent } = await givenShift({
      reports: [aReport(1500), aReport(1400, aShift({ opening: 900, version: 4 }))],
      closing: (attempt) =>
        attempt === 1
          ? problem(412, "Уже изменили.", { entry: aShift({ opening: 900, version: 4 }) })
          : Response.json(aReport(1400, closed)),
    });
    count("1400", "Так вышло");
    shift.send({ type: "shift.close" });
    await advance(3000);
    expect(state()).toMatchObject({
      value: { running: "counting" },
      context: { report: { shift: { version: 4 } }, failure: undefined },
    });
    shift.send({ type: "shift.close" });
    await advance();
    expect(sent.map(({ version }) => version)).toEqual(['"3"', '"4"']);
    expect(state().value).toBe("closed");
  });

  test("when another user closes the shift, the cash count ends and the stored report is shown", async () => {
    const { count, state } = await givenShift({ reports: [aReport(1500), aReport(1500, closed)] });
    count("1500");
    await advance(40_000);
    expect(state()).toMatchObject({ value: "closed", context: { report: { shift: { version: 4 } } } });
  });

  test.each([
    ["recorded", aReport(1500, closed), "closed"],
    ["not recorded", aReport(1500), { running: "closing" }],
  ] as const)(
    "after an unanswered closing of the shift, a read of the report shows that the closing was %s",
    async (_, answer, value) => {
      const { shift, state, count, sent, reads } = await givenShift({
        reports: [aReport(1500), answer],
        closing: () => Promise.reject(new TypeError("connection lost")),
      });
      count("1500");
      shift.send({ type: "shift.close" });
      await advance(2000);
      expect(state().value).toEqual(value);
      expect(sent).toHaveLength(1);
      expect(reads).toEqual([REPORT, REPORT]);
      if (value === "closed") return;
      state().children.closing?.send({ type: "mutation.drop" });
      await advance();
      expect(reads).toHaveLength(3);
      expect(state()).toMatchObject({ value: { running: "counting" }, context: { counted: "1500" } });
    },
  );

  test("an unrecorded closing of a shift is retried under the same idempotency key", async () => {
    const { shift, state, count, sent } = await givenShift({
      closing: (attempt) =>
        attempt === 1 ? Promise.reject(new TypeError("connection lost")) : Response.json(aReport(1500, closed)),
    });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance(2000);
    state().children.closing?.send({ type: "mutation.repeat" });
    await advance();
    expect(sent.map(({ key }) => key)).toEqual(["shift-key-1", "shift-key-1"]);
    expect(sent[1]).toEqual(sent[0]);
    expect(state().value).toBe("closed");
  });

  test("an unanswered verification of a closing is retried, and the closing is sent only once", async () => {
    const { shift, state, count, sent } = await givenShift({
      reports: [aReport(1500), "lost", aReport(1500, closed)],
      closing: () => Promise.reject(new TypeError("connection lost")),
    });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance();
    expect(state()).toMatchObject({ value: { running: "closing" }, context: { failure: undefined } });
    expect(state().children.closing?.getSnapshot().value).toBe("waiting");
    await advance(10_000);
    expect(state()).toMatchObject({ value: "closed", context: { report: { shift: { version: 4 } } } });
    expect(sent).toHaveLength(1);
  });

  test("if a closing of the shift is unanswered and its verification is refused, the cash count shows the refusal", async () => {
    const { shift, state, count } = await givenShift({
      reports: [aReport(1500), problem(404, "Смена не найдена.", { type: "urn:problem:not-found" })],
      closing: () => Promise.reject(new TypeError("connection lost")),
    });
    count("1500");
    shift.send({ type: "shift.close" });
    await advance(5000);
    expect(state()).toMatchObject({
      value: { running: "counting" },
      context: { failure: { message: "Смена не найдена." } },
    });
  });

  test("an error of an actor of the cash shift is shown, and the shift stays open", async () => {
    const { actor, call } = givenMachine(cashShiftMachine, { path });
    call("report").fail(new Error("fault"));
    await advance();
    expect(actor.getSnapshot()).toMatchObject({
      value: { running: "open" },
      context: { readFailure: { kind: "fault" } },
    });
    actor.send({
      type: "query.loaded",
      from: "report",
      cause: "first",
      loaded: { query: path, data: aReport(5), at: 1 },
    });
    actor.send({ type: "shift.count" });
    actor.send({ type: "amount.type", text: "5" });
    actor.send({ type: "shift.close" });
    call("closing").fail(new Error("fault"));
    await advance();
    expect(actor.getSnapshot()).toMatchObject({
      value: { running: "counting" },
      context: { failure: { kind: "fault" }, readFailure: undefined },
    });
  });

  test("cash shift — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, failed } = givenWalk(cashShiftMachine);
    const loaded = (data: ShiftReport) =>
      ({ type: "query.loaded", from: "report", cause: "poll", loaded: { query: path, data, at: 1 } }) as const;
    walk({
      input: { path },
      events: [
        { type: "report.refresh" },
        { type: "shift.count" },
        { type: "shift.back" },
        { type: "amount.type", text: "1500" },
        { type: "reason.type", text: "Ошибка" },
        { type: "shift.close" },
        loaded(aReport(1500)),
        loaded(aReport(1500, closed)),
        { type: "query.failed", from: "report", failure: aFailure("unanswered") },
        failed("report"),
        failed("closing"),
        { type: "mutation.recorded", result: aReport(1500, closed) },
        { type: "mutation.stale", current: aShift({ version: 4 }) },
        { type: "mutation.refused", failure: aFailure("refused") },
        { type: "mutation.dropped" },
      ],
      project: ({ context: { report, counted } }) => [report === undefined, counted],
    });
  });
});

test.each([
  ["returns noReport before the report is read", undefined, "10", "", "noReport"],
  ["returns noAmount for an empty amount", aReport(10), " ", "", "noAmount"],
  ["returns badAmount for an amount that is not a number", aReport(10), "десять", "", "badAmount"],
  ["returns badAmount for an amount with half a kopeck", aReport(10), "10,005", "", "badAmount"],
  ["returns noReason for an unexpected amount without a reason", aReport(10), "10,5", " ", "noReason"],
  ["returns undefined for an unexpected amount with a reason", aReport(10), "10,5", "Нашли", undefined],
  ["returns undefined for the expected amount without a reason", aReport(10), "10", "", undefined],
] as const)("reasonNotToClose — %s", (_, report, counted, reason, expected) => {
  expect(reasonNotToClose({ report, counted, reason })).toBe(expected);
});

test.each([
  ["returns the surplus of a counted amount", aReport(10), "12,55", 2.55],
  ["returns the shortage of a counted amount as a negative number", aReport(10), "9,9", -0.1],
  ["returns 0 for the expected amount", aReport(10), "10", 0],
  ["returns undefined for an amount that is not a number", aReport(10), "десять", undefined],
  ["returns undefined before the report is read", undefined, "10", undefined],
])("differenceOf — %s", (_, report, counted, expected) => {
  expect(differenceOf({ report, counted })).toBe(expected);
});

test("isShiftReport — accepts only a report that contains a shift", () => {
  expect([isShiftReport(aReport(1)), isShiftReport({ ...aReport(1), shift: {} }), isShiftReport(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each(["expected", "payments", "refunds", "pending", "at"])(
  "isShiftReport — rejects a report in which the field %s is null",
  (field) => {
    expect(isShiftReport({ ...aReport(1), [field]: null })).toBe(false);
  },
);

test("the report of a shift — is polled only while the shift is open", () => {
  expect([aShift(), closed].map((shift) => shiftReportQuery.polling?.(path, aReport(1500, shift)))).toEqual([
    { visible: 30_000 },
    {},
  ]);
});

const { signal } = new AbortController();
const scope = { companyId: 1 };

describe("editor of finance transactions", () => {
  const draft = {
    kind: "transfer",
    financeSourceId: 3,
    toFinanceSourceId: 2,
    amount: "980,50",
    commission: "20",
    categoryId: 5,
    comment: " Выплата ",
    packingListId: 0,
  } as const;
  const bodyOf = async (changed: Partial<Parameters<typeof transactionEditor.save>[2]["draft"]>) => {
    const { api, calls } = recordedApi({ id: 1 });
    const request = { id: undefined, draft: { ...draft, ...changed }, version: undefined, key: "key-00001" };
    await transactionEditor.save(api, scope, request, signal);
    return calls[0]?.json;
  };

  test("a finance transaction is sent only with the fields of its kind, and empty fields are sent as null", async () => {
    expect(await bodyOf({})).toEqual({
      companyId: 1,
      kind: "transfer",
      financeSourceId: 3,
      toFinanceSourceId: 2,
      amount: 980.5,
      commission: 20,
      categoryId: 5,
      comment: "Выплата",
    });
    const without = { commission: null, categoryId: null };
    expect(await bodyOf({ commission: "" })).toMatchObject(without);
    expect(await bodyOf({ commission: "0" })).toMatchObject(without);
    expect(await bodyOf({ kind: "income" })).toMatchObject({
      toFinanceSourceId: null,
      commission: null,
      categoryId: 5,
    });
    expect(await bodyOf({ kind: "expense", categoryId: 0, comment: " " })).toMatchObject({
      categoryId: null,
      comment: null,
    });
  });

  test("a stored finance transaction cannot be opened in the editor", async () => {
    await expect(transactionEditor.read(recordedApi({}).api, scope, 1, signal)).rejects.toThrow("cannot be opened");
  });
});

test("shift opening editor — offers drawers without an open shift, and proposes the first drawer's balance, at least 0", async () => {
  const drawers = [
    { id: 1, name: "Касса", balance: 1500.5, shift: aShift() },
    { id: 4, name: "Бар", balance: -20, shift: null },
    { id: 5, name: "Зал", balance: 300.5, shift: null },
  ];
  const choices = await shiftOpeningEditor.loadChoices(
    recordedApi({ requireShift: false, drawers }).api,
    scope,
    signal,
  );
  expect(choices.map(({ id }) => id)).toEqual([4, 5]);
  expect(shiftOpeningEditor.blank(scope, choices)).toEqual({ financeSourceId: 4, opening: "0", reason: "" });
  expect(shiftOpeningEditor.blank(scope, choices.slice(1)).opening).toBe("300,5");
  expect(shiftOpeningEditor.blank(scope, [])).toEqual({ financeSourceId: 0, opening: "", reason: "" });
});

test("shift opening editor — opens a shift, and corrects the opening amount of an open shift with the shift's version", async () => {
  const { api, calls } = recordedApi(aShift());
  const draft = { financeSourceId: 1, opening: "900,5", reason: " Размен " };
  await shiftOpeningEditor.save(api, scope, { id: undefined, draft, version: undefined, key: "key-00001" }, signal);
  const { draft: opened, version } = await shiftOpeningEditor.read(api, scope, 14, signal);
  expect([opened, version]).toEqual([{ financeSourceId: 1, opening: "1000", reason: "" }, 3]);
  await shiftOpeningEditor.save(api, scope, { id: 14, draft, version, key: "key-00002" }, signal);
  expect(calls.map(({ method, json }) => [method, json])).toEqual([
    ["POST", { companyId: 1, financeSourceId: 1, opening: 900.5, reason: "Размен" }],
    ["GET", undefined],
    ["PUT", { companyId: 1, opening: 900.5, reason: "Размен" }],
  ]);
  expect(calls[2]?.headers.get("If-Match")).toBe('"3"');
});

test("finance settings editor — reads the settings and their version, and saves the changed settings", async () => {
  const { api, calls } = recordedApi({ requireShift: true, closedUntil: null, version: 2 });
  const { draft, version } = await financeSettingsEditor.read(api, scope, 1, signal);
  expect([draft, version]).toEqual([{ requireShift: true, closedUntil: "" }, 2]);
  const request = { id: 1, draft: { ...draft, closedUntil: "2026-10-31" }, version, key: "key-00001" };
  expect(await financeSettingsEditor.save(api, scope, request, signal)).toEqual({ id: 1 });
  expect(calls[1]?.json).toEqual({ requireShift: true, closedUntil: "2026-10-31" });
});

test("finance transactions — a list request contains only known filters, and a reversal sends the transaction's version", async () => {
  expect(
    toTransactionParams({ startDate: "2026-11-01", endDate: "", source: "2", kind: "expense", category: "x" }),
  ).toEqual({
    startDate: "2026-11-01",
    financeSourceId: 2,
    kind: "expense",
  });
  expect(toTransactionParams({ kind: "other", endDate: "2026-11-02", category: "7" })).toEqual({
    endDate: "2026-11-02",
    categoryId: 7,
  });
  const { api, calls } = recordedApi(undefined);
  const row = { id: 17, version: 1, isReversed: false } as Parameters<
    ReturnType<typeof transactionsQuery>["commands"]["reverse"]
  >[1];
  const after = await transactionsQuery(1).commands.reverse(api, row, { key: "key-00001", signal }, undefined);
  expect(after).toMatchObject({ id: 17, isReversed: true, version: 2 });
  expect([calls[0]?.method, calls[0]?.headers.get("If-Match"), calls[0]?.headers.get("Idempotency-Key")]).toEqual([
    "DELETE",
    '"1"',
    "key-00001",
  ]);
});

test("hand-in of cash — sends the ids of the displayed payments, and removes the courier from the list", async () => {
  const { api, calls } = recordedApi({ count: 1, amount: 980 });
  const payments = [{ paymentId: 9120, orderId: 1, internalOrderId: 5, amount: 980, date: "2026-11-25T18:00:00Z" }];
  const row = { id: 7, alias: "Денис", amount: 980, payments };
  expect(await pendingCashQuery(1).commands.handIn(api, row, { key: "key-00001", signal }, undefined)).toBeUndefined();
  expect(calls[0]?.json).toEqual({ companyId: 1, employeeId: 7, paymentIds: [9120] });
  const listed = await pendingCashQuery(1).page(recordedApi([row]).api, {}, undefined, signal);
  expect(listed).toEqual({ rows: [row], next: null });
});

test("finance queries — send the filter, poll the cash drawers every minute, and reject malformed answers", async () => {
  const totals = { count: 1, income: 1, expense: 2, transfer: 0, correction: 0 };
  const { api, calls } = recordedApi(totals);
  expect(await financeTotalsQuery.load(api, { companyId: 1, filter: { kind: "income" } }, signal)).toEqual(totals);
  await expect(cashDrawersQuery.load(api, scope, signal)).rejects.toThrow(UnreadableAnswer);
  await expect(shiftReportQuery.load(api, path, signal)).rejects.toThrow(UnreadableAnswer);
  expect(calls.map(({ call }) => call)).toEqual([
    "GET /api/FinanceTransaction/Company/1/Total?kind=income",
    "GET /api/CashShift/Company/1",
    "GET /api/CashShift/14/Company/1/Report",
  ]);
  const drawers = { requireShift: false, drawers: [{ id: 1, name: "Касса", balance: 0 }] };
  expect(await cashDrawersQuery.load(recordedApi(drawers).api, scope, signal)).toEqual(drawers);
  const [report, broken] = [aReport(1500), [{ id: 1, name: "Касса" }]];
  expect(await shiftReportQuery.load(recordedApi(report).api, path, signal)).toEqual(report);
  const malformed = cashDrawersQuery.load(recordedApi({ ...drawers, drawers: broken }).api, scope, signal);
  await expect(malformed).rejects.toThrow(UnreadableAnswer);
  expect(cashDrawersQuery.polling?.(scope, { requireShift: false, drawers: [] })).toEqual({ visible: 60_000 });
});

test("parseSignedAmount — accepts a minus sign only before the amount", () => {
  expect(["-10,5", "−10.5", "10", "-", "1-0", ""].map(parseSignedAmount)).toEqual([
    -10.5,
    -10.5,
    10,
    undefined,
    undefined,
    undefined,
  ]);
});
