import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { externalInvoiceMachine } from "#machines/payments/externalInvoice.machine.ts";
import { invoiceWatchMachine } from "#machines/payments/invoiceWatch.machine.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { anOrder, aStatus, methods } from "../support/order-samples.ts";
import { after, done, failed, missingFromAll, walk } from "../support/paths.ts";

const order = anOrder();
const draft = {
  companyId: 1,
  orderId: 17,
  version: 7,
  move: { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" },
};
const intent = { ...draft, key: "12345678" };

const outcomes = [
  done("move", { kind: "recorded", paymentId: 4 }),
  done("move", { kind: "refused", message: "Нельзя" }),
  done("move", { kind: "stale", message: "Изменён" }),
  done("move", { kind: "absent" }),
  failed("move"),
];

test("every state and transition of a movement of money is walked", () => {
  const events = [
    { type: "move.again" },
    { type: "move.drop" },
    done("journal", intent),
    failed("journal"),
    done("send", { kind: "recorded", paymentId: 4 }),
    done("send", { kind: "refused", message: "Нельзя" }),
    done("send", { kind: "unanswered" }),
    failed("send"),
    done("verify", { kind: "recorded", paymentId: 4 }),
    done("verify", { kind: "absent" }),
    done("verify", { kind: "unanswered" }),
    failed("verify"),
    done("clear"),
    failed("clear"),
    after("pause", "moneyMove.waiting"),
  ];
  const project = ({ context }: AnyMachineSnapshot) => [context.moved.kind, context.intent.key];
  const walks = [{ draft }, { intent }].map((input) => walk(moneyMoveMachine, { input, events, project }));
  expect(missingFromAll(walks)).toEqual([]);
  const sent = walks.flatMap((one) => one.snapshots).filter((one) => one.matches("sending"));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.every((one) => one.context.intent.key !== "")).toBe(true);
});

test("every state and transition of taking a payment is walked", () => {
  const events = [
    { type: "row.type", id: 1, text: "10" },
    { type: "row.type", id: 1, text: "5000" },
    { type: "row.method", id: 1, methodId: 2 },
    { type: "row.fill", id: 1 },
    { type: "row.add" },
    { type: "row.remove", id: 2 },
    { type: "given.type", text: "5" },
    { type: "status.choose", status: aStatus({ id: 2, isRequireReason: true }) },
    { type: "reason.type", text: "так надо" },
    { type: "payment.submit" },
    { type: "payment.retry" },
    done("methods", methods),
    failed("methods"),
    done("read", { order: { ...order, version: 8 }, payments: [] }),
    failed("read"),
    ...outcomes,
  ];
  const project = ({ context }: AnyMachineSnapshot) => [
    context.rows.map((row: { text: string }) => row.text !== ""),
    context.methods.length,
  ];
  const input = { order, payments: [] };
  const walks = [input, { ...input, intent }].map((each) =>
    walk(acceptPaymentMachine, { input: each, events, project }),
  );
  expect(missingFromAll(walks)).toEqual([]);
});

test("every state and transition of issuing an invoice is walked", () => {
  const events = [
    { type: "method.choose", methodId: 3 },
    { type: "amount.type", text: "10" },
    { type: "amount.fill" },
    { type: "invoice.submit" },
    { type: "invoice.retry" },
    done("methods", methods),
    failed("methods"),
    done("read", { order: { ...order, version: 8 }, payments: [] }),
    failed("read"),
    ...outcomes,
  ];
  const project = ({ context }: AnyMachineSnapshot) => context.methods.length;
  const input = { order, payments: [] };
  const walks = [input, { ...input, intent }].map((each) =>
    walk(externalInvoiceMachine, { input: each, events, project }),
  );
  expect(missingFromAll(walks)).toEqual([]);
});

test("every state and transition of an action on a payment is walked", () => {
  const input = { kind: "refund" as const, order, paymentId: 4 };
  const events = [{ type: "action.confirm" }, ...outcomes];
  const walks = [input, { ...input, intent }].map((each) => walk(paymentActionMachine, { input: each, events }));
  expect(missingFromAll(walks)).toEqual([]);
});

test("every state and transition of following an invoice is walked", () => {
  const events = [
    { type: "page.show" },
    { type: "page.hide" },
    done("ask", "settled"),
    done("ask", "barred"),
    done("ask", "pending"),
    failed("ask"),
    after("poll", "invoiceWatch.resting"),
  ];
  const input = { companyId: 1, orderId: 17, paymentIds: [4], isHidden: false };
  expect(walk(invoiceWatchMachine, { input, events })).toMatchObject({ missing: [], states: "5/5" });
});
