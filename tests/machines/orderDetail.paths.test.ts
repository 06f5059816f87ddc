import { expect, test } from "vitest";
import type { SnapshotFrom } from "xstate";
import { orderDetailMachine } from "#machines/orders/detail/orderDetail.machine.ts";
import type { OrderFacts } from "#machines/orders/detail/orderReasons.ts";
import type { MoneyMove } from "#machines/payments/moneyIntent.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";

type Snapshot = SnapshotFrom<typeof orderDetailMachine>;

const order = anOrder();
const completed = aPayment();
const invoice = aPayment({ id: 2, isExternal: true, isComplited: false, complitedDate: null });

const facts: OrderFacts = { permissions: undefined, userId: 4, hasStatuses: true };
const input = { companyId: 1, orderId: 17, facts };

const orderRead = (data = { order, payments: [completed] }, cause: "first" | "poll" = "first") =>
  ({
    type: "query.loaded",
    from: "order",
    loaded: { query: { companyId: 1, orderId: 17 }, data, at: 0 },
    cause,
  }) as const;
const invoicesRead = (state: "pending" | "settled") =>
  ({
    type: "query.loaded",
    from: "invoices",
    loaded: { query: { companyId: 1, orderId: 17, paymentIds: [2] }, data: { state, addresses: {} }, at: 0 },
    cause: "poll",
  }) as const;
const orderFailed = (kind: "missing" | "unanswered") =>
  ({ type: "query.failed", from: "order", failure: aFailure(kind) }) as const;
const invoicesFailed = { type: "query.failed", from: "invoices", failure: aFailure("missing") } as const;

const intentOf = (move: MoneyMove) => ({
  key: "12345678",
  request: { companyId: 1, orderId: 17, version: 7, move },
});

const project = ({ context }: Snapshot) => [
  context.snapshot !== undefined,
  context.before !== undefined,
  context.intent?.request.move.kind,
  context.form,
];

/** Asserts that an open dialog has an order, and that a closed dialog has no unfinished payment. */
const requireVerified = (snapshot: Snapshot) => {
  const { context } = snapshot;
  const isOpen = snapshot.matches({ dialog: "money" }) || snapshot.matches({ dialog: "status" });
  if (isOpen) expect(context.snapshot).toBeDefined();
  if (snapshot.matches({ dialog: "closed" })) expect(context.intent).toBeUndefined();
};

test("order screen — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(orderDetailMachine);
  const { snapshots } = walk(
    {
      input,
      project,
      invariant: requireVerified,
      events: [
        { type: "order.reload" },
        { type: "changes.dismiss" },
        { type: "facts.change", facts },
        orderRead(),
        orderRead({ order: { ...order, version: 8 }, payments: [completed] }, "poll"),
        orderFailed("missing"),
        orderFailed("unanswered"),
        failed("order"),
      ],
    },
    {
      input,
      project,
      invariant: requireVerified,
      events: [
        orderRead(),
        done("recall", undefined),
        done("recall", intentOf({ kind: "payment", parts: [], statusId: null, reason: "" })),
        done("recall", intentOf({ kind: "invoice", methodId: 3, amount: 10 })),
        done("recall", intentOf({ kind: "refund", paymentId: 1 })),
        failed("recall"),
        { type: "payment.open" },
        { type: "status.open" },
        { type: "invoice.open" },
        { type: "invoice.show", paymentId: 1 },
        { type: "action.open", kind: "refund", paymentId: 1 },
        { type: "dialog.close" },
        { type: "intent.verify" },
        done("money", { paymentId: 1 }),
        failed("money"),
        done("status", { order }),
        failed("status"),
        after("postponement"),
      ],
    },
    {
      input,
      project: ({ context }) => [context.snapshot !== undefined, context.undo !== undefined],
      invariant: requireVerified,
      events: [
        orderRead(),
        done("recall", undefined),
        { type: "status.open" },
        done("status", { order: { ...order, version: 8, undoUntil: "2026-07-15T12:00:08+03:00" } }),
        { type: "undo.end" },
      ],
    },
    {
      input,
      project,
      invariant: requireVerified,
      events: [
        orderRead({ order, payments: [invoice] }),
        { type: "order.reload" },
        invoicesRead("settled"),
        failed("invoices"),
        after("settle"),
      ],
    },
  );
  expect(snapshots.some((snapshot) => snapshot.matches({ dialog: "postponed" }))).toBe(true);
});

test("order screen — without permission, opens no payment or status dialog and does not poll the invoices", () => {
  const { walk, done } = givenWalk(orderDetailMachine);
  const none: OrderFacts = { ...facts, permissions: {} };
  const dialogs = [
    { type: "payment.open" },
    { type: "status.open" },
    { type: "invoice.open" },
    { type: "action.open", kind: "refund", paymentId: 1 },
  ] as const;
  expect(() =>
    walk({
      input: { ...input, facts: none },
      project,
      events: [orderRead({ order, payments: [completed, invoice] }), done("recall", undefined), ...dialogs],
      invariant: (snapshot) => {
        expect(snapshot.matches({ dialog: "money" }) || snapshot.matches({ dialog: "status" })).toBe(false);
        expect(snapshot.matches({ invoices: "watching" })).toBe(false);
      },
    }),
  ).toThrow('no situation takes "payment.open"');
});

test("order screen — ignores failed invoice checks and invoice checks without a change", () => {
  const { walk } = givenWalk(orderDetailMachine);
  const events = [orderRead({ order, payments: [invoice] })];
  const walked = (event: typeof invoicesFailed | ReturnType<typeof invoicesRead>) => () =>
    walk({ input, project, events: [...events, event] });
  expect(walked(invoicesFailed)).toThrow('no situation takes "query.failed');
  expect(walked(invoicesRead("pending"))).toThrow('no situation takes "query.loaded {"from":"invoices"');
  expect(walked(invoicesRead("settled"))).not.toThrow('no situation takes "query.loaded {"from":"invoices"');
});
