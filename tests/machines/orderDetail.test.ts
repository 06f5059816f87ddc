import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi } from "#api/client.ts";
import { orderChangeTexts } from "#app/screens/orders/comparedOrder.ts";
import { orderDetailActors } from "#machines/orders/detail/orderDetail.actors.ts";
import { orderDetailMachine, reasonNotTo } from "#machines/orders/detail/orderDetail.machine.ts";
import { changedPayments, isNews, paymentState, pendingInvoices } from "#machines/orders/detail/orderNews.ts";
import {
  type OrderAction,
  type OrderFacts,
  orderReason,
  paymentActions,
} from "#machines/orders/detail/orderReasons.ts";
import type { MoneyIntent } from "#machines/payments/moneyIntent.ts";
import type { MoneyJournal } from "#machines/payments/moneyMove.actors.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aPayment, aStatus } from "../support/machines/orderSamples.ts";
import { createBrowser, createOrderServer } from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

/**
 * User with permissions that have not been read yet. Every permission counts as granted until the permissions are read.
 */
const allFacts: OrderFacts = { permissions: undefined, userId: 4, hasStatuses: true };

const factsWith = (...names: string[]): OrderFacts => ({
  ...allFacts,
  permissions: Object.fromEntries(names.map((name) => [name, 1])),
});

interface ScreenOptions {
  readonly server?: ReturnType<typeof createOrderServer>;
  readonly facts?: OrderFacts;
  readonly journal?: Partial<MoneyJournal>;
}

/** Opens the order screen with the order of a fake server. */
const givenScreen = async ({ server = createOrderServer(), facts = allFacts, journal }: ScreenOptions = {}) => {
  const { environment, report } = givenEnvironment();
  const browser = createBrowser();
  const api = createApi({ baseUrl: "http://server", fetch: server.fetch });
  const parts = {
    api,
    environment,
    newKey: browser.newKey,
    now: Date.now,
    journal: { ...browser.tab().journal, ...journal },
  };
  const screen = createActor(orderDetailMachine.provide({ actors: orderDetailActors(parts) }), {
    input: { companyId: 1, orderId: 17, facts },
  });
  const done: string[] = [];
  screen.on("dialog.done", (event) => done.push(event.done));
  screen.start();
  await advanceClock();
  const snapshot = () => screen.getSnapshot();
  return {
    screen,
    server,
    report,
    done,
    snapshot,
    known: () => snapshot().context.snapshot,
    former: () => snapshot().context.before,
    payment: () => snapshot().children.money?.getSnapshot().children.payment,
  };
};

describe("payments of an order", () => {
  test("paymentState — is pending, completed or rejected", () => {
    const states = [aPayment({ isComplited: false }), aPayment(), aPayment({ isRejected: true })].map(paymentState);
    expect(states).toEqual(["pending", "completed", "rejected"]);
  });

  test("changedPayments — returns new payments, and payments with a changed state", () => {
    const rejected = aPayment({ isRejected: true });
    const added = aPayment({ id: 2, amount: 50 });
    const same = aPayment({ id: 3 });
    expect(changedPayments([aPayment(), same], [rejected, added, same])).toEqual([rejected, added]);
  });

  test("pendingInvoices — returns only pending external payments that were not rejected", () => {
    const payments = [
      aPayment({ id: 1, isExternal: true, isComplited: false }),
      aPayment({ id: 2, isExternal: true }),
      aPayment({ id: 3, isComplited: false }),
      aPayment({ id: 4, isExternal: true, isComplited: false, isRejected: true }),
    ];
    expect(pendingInvoices(payments)).toEqual([1]);
  });

  test.each([
    ["a rejected payment: none", aPayment({ isRejected: true }), []],
    ["a completed payment: refund", aPayment(), ["refund"]],
    ["a pending payment: confirm and refund", aPayment({ isComplited: false }), ["confirm", "refund"]],
    ["a pending invoice: check and refund", aPayment({ isComplited: false, isExternal: true }), ["check", "refund"]],
  ])("paymentActions — returns the possible actions of %s", (_, payment, actions) => {
    expect(paymentActions(payment)).toEqual(actions);
  });

  test("isNews — is true for a new payment or a new order version", () => {
    const order = anOrder();
    expect(isNews({ order, payments: [] }, { order, payments: [] })).toBe(false);
    expect(isNews({ order, payments: [] }, { order, payments: [aPayment()] })).toBe(true);
    expect(isNews({ order, payments: [] }, { order: { ...order, version: 8 }, payments: [] })).toBe(true);
  });
});

test("orderChangeTexts — describes a changed note, a change to dine-in, and a changed status with both names", () => {
  const names = {
    statuses: [aStatus({ id: 1, name: "Новый" }), aStatus({ id: 2, name: "Готовится" })],
    tags: [],
    discounts: [],
    formatDateTime: (instant: string) => instant,
  };
  expect(orderChangeTexts(anOrder(), anOrder({ statusId: 2, note: "без лука" }), names)).toEqual([
    "комментарий: нет → без лука",
    "статус: Новый → Готовится",
  ]);
  expect(orderChangeTexts(anOrder(), anOrder({ isInHall: true }), names)).toEqual(["адрес: нет → в зале"]);
});

describe("reason of a disabled action", () => {
  const order = anOrder();
  const pending = aPayment({ id: 5, isComplited: false });
  const cases: [string, OrderAction, Parameters<typeof anOrder>[0], OrderFacts, ReturnType<typeof orderReason>][] = [
    ["edit an order: none", { type: "order.edit" }, {}, allFacts, undefined],
    ["edit a closed order: closed", { type: "order.edit" }, { isClosed: true }, allFacts, { code: "closed" }],
    [
      "edit an order that is not editable: notEditable",
      { type: "order.edit" },
      { isEditable: false },
      allFacts,
      { code: "notEditable" },
    ],
    [
      "edit without permission: permission order.edit",
      { type: "order.edit" },
      {},
      factsWith(),
      { code: "permission", permission: "order.edit" },
    ],
    [
      "edit the order of another user: permission order.editForeign",
      { type: "order.edit" },
      { operatorId: 9 },
      factsWith("order.edit"),
      { code: "permission", permission: "order.editForeign" },
    ],
    [
      "edit an order without an operator: none",
      { type: "order.edit" },
      { operatorId: null },
      factsWith("order.edit"),
      undefined,
    ],
    ["take a payment: none", { type: "payment.open" }, {}, factsWith("payment.accept"), undefined],
    [
      "take a payment of a closed order: closed",
      { type: "payment.open" },
      { isClosed: true },
      allFacts,
      { code: "closed" },
    ],
    [
      "take a payment of a cancelled order: cancelled",
      { type: "payment.open" },
      { isCanceled: true },
      allFacts,
      { code: "cancelled" },
    ],
    [
      "take a payment without permission: permission payment.accept",
      { type: "payment.open" },
      {},
      factsWith("payment.external"),
      { code: "permission", permission: "payment.accept" },
    ],
    [
      "take a payment of a paid order: nothingDue",
      { type: "payment.open" },
      { amount: 100 },
      allFacts,
      { code: "nothingDue" },
    ],
    ["issue an invoice: none", { type: "invoice.open" }, {}, factsWith("payment.external"), undefined],
    [
      "issue an invoice for a closed order: closed",
      { type: "invoice.open" },
      { isClosed: true },
      allFacts,
      { code: "closed" },
    ],
    [
      "issue an invoice for a cancelled order: cancelled",
      { type: "invoice.open" },
      { isCanceled: true },
      allFacts,
      { code: "cancelled" },
    ],
    [
      "issue an invoice without permission: permission payment.external",
      { type: "invoice.open" },
      {},
      factsWith("payment.accept"),
      { code: "permission", permission: "payment.external" },
    ],
    [
      "issue an invoice for a paid order: nothingDue",
      { type: "invoice.open" },
      { amount: 100 },
      allFacts,
      { code: "nothingDue" },
    ],
    ["change the status: none", { type: "status.open" }, {}, factsWith("order.changeStatus"), undefined],
    [
      "change the status of a closed order: closed",
      { type: "status.open" },
      { isClosed: true },
      allFacts,
      { code: "closed" },
    ],
    [
      "change the status without permission: permission order.changeStatus",
      { type: "status.open" },
      {},
      factsWith(),
      { code: "permission", permission: "order.changeStatus" },
    ],
    [
      "change the status where no status exists: noStatuses",
      { type: "status.open" },
      {},
      { ...allFacts, hasStatuses: false },
      { code: "noStatuses" },
    ],
    ["show an invoice: none", { type: "invoice.show", paymentId: 5 }, { isClosed: true }, factsWith(), undefined],
    [
      "confirm a pending payment: none",
      { type: "action.open", kind: "confirm", paymentId: 5 },
      {},
      factsWith("payment.confirm"),
      undefined,
    ],
    [
      "confirm without permission: permission payment.confirm",
      { type: "action.open", kind: "confirm", paymentId: 5 },
      {},
      factsWith("payment.reject"),
      { code: "permission", permission: "payment.confirm" },
    ],
    [
      "refund without permission: permission payment.reject",
      { type: "action.open", kind: "refund", paymentId: 5 },
      {},
      factsWith("payment.confirm"),
      { code: "permission", permission: "payment.reject" },
    ],
    [
      "check a payment that is no invoice: notOffered",
      { type: "action.open", kind: "check", paymentId: 5 },
      {},
      allFacts,
      { code: "notOffered" },
    ],
    [
      "refund a payment that does not exist: notOffered",
      { type: "action.open", kind: "refund", paymentId: 6 },
      {},
      allFacts,
      { code: "notOffered" },
    ],
  ];

  test.each(cases)("orderReason — returns the reason not to %s", (_, action, changes, facts, reason) => {
    const snapshot = { order: { ...order, ...changes }, payments: [pending] };
    expect(orderReason(snapshot, facts, action)).toEqual(reason);
  });

  test("before the order has been read, every action is disabled with the reason 'loading'", () => {
    const actions: readonly OrderAction[] = [
      { type: "order.edit" },
      { type: "payment.open" },
      { type: "invoice.open" },
      { type: "status.open" },
      { type: "invoice.show", paymentId: 5 },
      ...(["check", "refund", "confirm"] as const).map(
        (kind) => ({ type: "action.open", kind, paymentId: 5 }) as const,
      ),
    ];
    for (const action of actions) expect(orderReason(undefined, allFacts, action)).toEqual({ code: "loading" });
  });

  test("an action has a reason exactly if the machine refuses the action, for an open and for a closed order", async () => {
    const { screen, server, snapshot } = await givenScreen();
    const events = [{ type: "payment.open" }, { type: "status.open" }, { type: "invoice.open" }] as const;
    const possible = () => events.map((event) => snapshot().can(event));
    const reasons = () => events.map((event) => reasonNotTo(snapshot(), event)?.code);
    expect([possible(), reasons()]).toEqual([
      [true, true, true],
      [undefined, undefined, undefined],
    ]);
    server.change({ isClosed: true });
    screen.send({ type: "order.reload" });
    await advanceClock();
    expect([possible(), reasons()]).toEqual([
      [false, false, false],
      ["closed", "closed", "closed"],
    ]);
  });

  test("a change of the permissions takes effect while the screen is open", async () => {
    const { screen, snapshot } = await givenScreen({ facts: factsWith() });
    expect(snapshot().can({ type: "payment.open" })).toBe(false);
    screen.send({ type: "facts.change", facts: factsWith("payment.accept") });
    expect(snapshot().can({ type: "payment.open" })).toBe(true);
    expect(snapshot().can({ type: "invoice.open" })).toBe(false);
  });
});

describe("status dialog", () => {
  test("status dialog — receives the unpaid amount, including pending payments", async () => {
    const server = createOrderServer();
    server.book(400, null);
    server.book(600, null, { isComplited: false });
    const { screen, snapshot } = await givenScreen({ server });
    screen.send({ type: "status.open" });
    expect(snapshot().children.status?.getSnapshot()).toMatchObject({ context: { unpaid: 600 } });
  });

  test.each([
    ["with the permission payment.confirm may close", factsWith("order.changeStatus", "payment.confirm"), true],
    ["without the permission payment.confirm may not close", factsWith("order.changeStatus"), false],
  ])("status dialog — a user %s an unpaid order", async (_, facts, mayCloseUnpaid) => {
    const { screen, snapshot } = await givenScreen({ facts });
    screen.send({ type: "status.open" });
    expect(snapshot().children.status?.getSnapshot()).toMatchObject({ context: { mayCloseUnpaid } });
  });
});

describe("refreshing the order", () => {
  test("the order is polled every 10 s, and a change is compared with the former version until the user dismisses the comparison", async () => {
    const { screen, server, known, former } = await givenScreen();
    server.change({ note: "без лука" });
    await advanceClock(10_500);
    expect(former()?.order.note).toBeNull();
    expect(known()?.order.note).toBe("без лука");
    screen.send({ type: "changes.dismiss" });
    expect(former()).toBeUndefined();
  });

  test("several changes by another user are compared with the order before the first change", async () => {
    const { server, former } = await givenScreen();
    server.change({ note: "без лука" });
    await advanceClock(10_500);
    server.change({ persons: 3 });
    await advanceClock(10_500);
    expect(former()?.order).toMatchObject({ note: null, persons: null });
  });

  test("the user's own payment is not reported as a change by another user", async () => {
    const { screen, server, payment, known, former, done } = await givenScreen();
    screen.send({ type: "payment.open" });
    await advanceClock();
    payment()?.send({ type: "row.fill", id: 1 });
    payment()?.send({ type: "form.submit" });
    await advanceClock(1000);
    expect(server.payments()).toHaveLength(1);
    expect(done).toEqual(["payment"]);
    expect(former()).toBeUndefined();
    expect(known()?.payments).toHaveLength(1);
  });

  test("another user's change during a payment dialog is shown when the dialog closes", async () => {
    const { screen, server, known, former } = await givenScreen();
    screen.send({ type: "payment.open" });
    await advanceClock();
    server.change({ note: "без лука" });
    screen.send({ type: "dialog.close" });
    await advanceClock(100);
    expect(known()?.order.note).toBe("без лука");
    expect(former()?.order.note).toBeNull();
  });

  test("an order on a hidden page is read when the page is shown", async () => {
    const { server, report, known } = await givenScreen();
    report({ type: "page.hide" });
    server.change({ note: "без лука" });
    await advanceClock(60_000);
    expect(known()?.order.note).toBeNull();
    report({ type: "page.show" });
    await advanceClock(100);
    expect(known()?.order.note).toBe("без лука");
  });

  test("an order stays visible and is polled during an outage", async () => {
    const { server, snapshot } = await givenScreen();
    server.setNetwork("closed");
    await advanceClock(11_000);
    expect(snapshot().hasTag("away")).toBe(true);
    expect(snapshot().hasTag("known")).toBe(true);
    server.setNetwork("open");
    await advanceClock(6000);
    expect(snapshot().hasTag("away")).toBe(false);
  });

  test("a failed read of the order is retried when the server is reachable", async () => {
    const server = createOrderServer();
    server.setNetwork("closed");
    const { snapshot, report, known } = await givenScreen({ server });
    expect(snapshot().value).toMatchObject({ order: "failed" });
    expect(snapshot().context.failure?.kind).toBe("unanswered");
    server.setNetwork("open");
    report({ type: "network.online" });
    await advanceClock();
    expect(known()?.order.id).toBe(17);
    expect(snapshot().context.failure).toBeUndefined();
  });

  test("an order that does not exist is shown as missing", async () => {
    const missing = createOrderServer();
    const server = {
      ...missing,
      fetch: async () => Response.json({ title: "No", status: 404, message: "Нет такого заказа." }, { status: 404 }),
    };
    const { snapshot } = await givenScreen({ server });
    expect(snapshot().value).toMatchObject({ order: "missing" });
    expect(snapshot().can({ type: "payment.open" })).toBe(false);
  });
});

describe("dialogs of the order screen", () => {
  test("a second dialog does not open while a dialog is open", async () => {
    const { screen, snapshot, payment } = await givenScreen();
    screen.send({ type: "payment.open" });
    screen.send({ type: "invoice.open" });
    await advanceClock();
    expect(payment()).toBeDefined();
    expect(snapshot().context.form).toBe("payment");
  });

  test("closing the payment dialog without sending leaves no unfinished payment", async () => {
    const { screen, snapshot } = await givenScreen();
    screen.send({ type: "payment.open" });
    await advanceClock();
    screen.send({ type: "dialog.close" });
    await advanceClock();
    expect(snapshot().value).toMatchObject({ dialog: "closed" });
  });

  test("an invoice in the list of payments can be opened and closed", async () => {
    const { screen, snapshot } = await givenScreen();
    screen.send({ type: "invoice.show", paymentId: 3 });
    expect(snapshot()).toMatchObject({ value: { dialog: "invoice" }, context: { invoiceId: 3 } });
    screen.send({ type: "dialog.close" });
    await advanceClock();
    expect(snapshot().value).toMatchObject({ dialog: "closed" });
  });
});

describe("unfinished payment", () => {
  const intent: MoneyIntent = {
    key: "key-of-earlier",
    request: {
      companyId: 1,
      orderId: 17,
      version: 7,
      move: { kind: "payment", parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" },
    },
  };
  const givenUnfinished = async () => {
    const server = createOrderServer();
    server.setNetwork("closed");
    const given = await givenScreen({ server, journal: { find: async () => [intent] } });
    return given;
  };

  test("unfinished payment — is verified before a second payment can begin", async () => {
    const { server, snapshot, report } = await givenUnfinished();
    expect(snapshot().value).toMatchObject({ dialog: "reviving" });
    expect(snapshot().can({ type: "payment.open" })).toBe(false);
    server.setNetwork("open");
    report({ type: "network.online" });
    await advanceClock();
    expect(snapshot().value).toMatchObject({ dialog: "money" });
    expect(snapshot().children.money?.getSnapshot().context.intent).toEqual(intent);
  });

  test("unfinished payment — blocks other dialogs after the user postpones the verification, and the verification begins again after 15 s", async () => {
    const { screen, server, snapshot, report } = await givenUnfinished();
    server.setNetwork("open");
    report({ type: "network.online" });
    await advanceClock();
    server.setNetwork("closed");
    screen.send({ type: "dialog.close" });
    await advanceClock();
    expect(snapshot().value).toMatchObject({ dialog: "postponed" });
    expect(server.sent).toEqual([]);
    for (const event of [
      { type: "payment.open" },
      { type: "invoice.open" },
      { type: "action.open", kind: "refund", paymentId: 1 },
      { type: "status.open" },
      { type: "invoice.show", paymentId: 1 },
    ] as const) {
      expect(snapshot().can(event)).toBe(false);
      expect(reasonNotTo(snapshot(), event)).toEqual({ code: "verifying" });
    }
    expect(reasonNotTo(snapshot(), { type: "order.edit" })).toBeUndefined();
    await advanceClock(14_000);
    expect(snapshot().value).toMatchObject({ dialog: "postponed" });
    await advanceClock(1_000);
    expect(snapshot().value).toMatchObject({ dialog: "money" });
  });

  test("unfinished payment — blocks other payments while the journal cannot be read", async () => {
    const answers: (() => Promise<MoneyIntent[]>)[] = [
      async () => [],
      () => Promise.reject(new Error("The connection to the database was closed")),
      async () => [intent],
    ];
    const find = async () => (answers.shift() ?? (async () => []))();
    const { screen, snapshot } = await givenScreen({ journal: { find } });
    screen.send({ type: "payment.open" });
    await advanceClock();
    screen.send({ type: "dialog.close" });
    await advanceClock();
    expect(snapshot().value).toMatchObject({ dialog: "postponed" });
    expect(snapshot().can({ type: "payment.open" })).toBe(false);
    screen.send({ type: "intent.verify" });
    await advanceClock(5);
    expect(snapshot().children.money?.getSnapshot().context.intent).toEqual(intent);
  });

  test("unfinished payment — does not block the order screen if the first read of the journal fails", async () => {
    const { snapshot } = await givenScreen({ journal: { find: () => Promise.reject(new Error("no database")) } });
    expect(snapshot().value).toMatchObject({ order: "known", dialog: "closed" });
    expect(snapshot().can({ type: "status.open" })).toBe(true);
  });
});

/** Starts the order screen with fake actors, an empty journal and the given payments. */
const givenFakeScreen = async (payments = [aPayment()]) => {
  const given = givenMachine(orderDetailMachine, { companyId: 1, orderId: 17, facts: allFacts });
  const read = (order = anOrder()) =>
    given.actor.send({
      type: "query.loaded",
      from: "order",
      loaded: { query: { companyId: 1, orderId: 17 }, data: { order, payments }, at: 0 },
      cause: "first",
    });
  given.call("recall").answer(undefined);
  await advanceClock();
  return { ...given, read, state: () => given.actor.getSnapshot() };
};

test("order screen — reads the order again on request after a failed read", async () => {
  const { actor, state } = await givenFakeScreen();
  actor.send({ type: "query.failed", from: "order", failure: aFailure("unanswered") });
  expect(state()).toMatchObject({ value: { order: "failed" }, context: { failure: { kind: "unanswered" } } });
  actor.send({ type: "order.reload" });
  expect(state().matches({ order: "loading" })).toBe(true);
});

test("order screen — shows a changed status before the order is read again", async () => {
  const { actor, call, emitted, read, state } = await givenFakeScreen();
  read();
  actor.send({ type: "status.open" });
  expect(call("status").input).toMatchObject({ unpaid: 900, mayCloseUnpaid: true });
  call("status").answer({ order: anOrder({ statusId: 2, version: 8 }) });
  await advanceClock();
  expect(state()).toMatchObject({ value: { dialog: "closed" }, context: { snapshot: { order: { statusId: 2 } } } });
  expect(emitted).toEqual([{ type: "dialog.done", done: "status" }]);
});

test.each([
  ["offers to undo a changed status if the server allows the undo", "2026-07-15T12:00:08+03:00"],
  ["does not offer to undo a changed status if the server does not allow the undo", null],
])("order screen — %s", async (_, undoUntil) => {
  const { actor, call, read, state } = await givenFakeScreen();
  read(anOrder({ statusId: 1 }));
  actor.send({ type: "status.open" });
  call("status").answer({ order: anOrder({ statusId: 2, version: 8, undoUntil }) });
  await advanceClock();
  const request = { companyId: 1, orderId: 17, version: 8, statusId: 1, reason: "" };
  expect(state().context.undo).toEqual(undoUntil === null ? undefined : request);
  actor.send({ type: "undo.end" });
  expect(state().context.undo).toBeUndefined();
});

test("order screen — looks for an unfinished payment in the journal again when the status dialog is closed", async () => {
  const { actor, calls, read, state } = await givenFakeScreen();
  read();
  actor.send({ type: "status.open" });
  actor.send({ type: "dialog.close" });
  expect(state().matches({ dialog: "leaving" })).toBe(true);
  expect(calls.filter(({ actor: name }) => name === "recall")).toHaveLength(2);
});

test("order screen — pauses the invoice polling for 5 s when the user reloads the order", async () => {
  const { actor, clock, read, state } = await givenFakeScreen([aPayment({ isExternal: true, isComplited: false })]);
  read();
  expect(state().matches({ invoices: "watching" })).toBe(true);
  actor.send({ type: "order.reload" });
  expect(state().matches({ invoices: "settling" })).toBe(true);
  clock.increment(5000);
  expect(state().matches({ invoices: "watching" })).toBe(true);
});
