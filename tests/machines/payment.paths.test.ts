import { expect, test } from "vitest";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { externalInvoiceMachine } from "#machines/payments/externalInvoice.machine.ts";
import { invoiceWatchMachine } from "#machines/payments/invoiceWatch.machine.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { anOrder, aStatus, methods } from "../support/machines/orderSamples.ts";

const order = anOrder();
const draft = {
  companyId: 1,
  orderId: 17,
  version: 7,
  move: { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" },
};
const intent = { ...draft, key: "12345678" };

test("payment dialog — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(acceptPaymentMachine);
  const input = { order, payments: [] };
  walk({
    inputs: [input, { ...input, intent }],
    events: [
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
      done("move", { kind: "recorded", paymentId: 4 }),
      done("move", { kind: "refused", message: "Нельзя" }),
      done("move", { kind: "stale", message: "Изменён" }),
      done("move", { kind: "absent" }),
      failed("move"),
    ],
    project: ({ context }) => [context.rows.map((row) => row.text !== ""), context.methods.length],
  });
});

test("invoice dialog — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(externalInvoiceMachine);
  const input = { order, payments: [] };
  walk({
    inputs: [input, { ...input, intent }],
    events: [
      { type: "method.choose", methodId: 3 },
      { type: "amount.type", text: "10" },
      { type: "amount.fill" },
      { type: "invoice.submit" },
      { type: "invoice.retry" },
      done("methods", methods),
      failed("methods"),
      done("read", { order: { ...order, version: 8 }, payments: [] }),
      failed("read"),
      done("move", { kind: "recorded", paymentId: 4 }),
      done("move", { kind: "refused", message: "Нельзя" }),
      done("move", { kind: "stale", message: "Изменён" }),
      done("move", { kind: "absent" }),
      failed("move"),
    ],
    project: ({ context }) => context.methods.length,
  });
});

test("movement of money — is never sent without its idempotency key", () => {
  const { walk, done, failed, after } = givenWalk(moneyMoveMachine);
  const { snapshots } = walk({
    inputs: [{ draft }, { intent }],
    events: [
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
      after("pause"),
    ],
    project: ({ context }) => [context.moved.kind, context.intent.key],
    invariant: (snapshot) => {
      if (snapshot.matches("sending")) expect(snapshot.context.intent.key).not.toBe("");
    },
  });
  expect(snapshots.some((snapshot) => snapshot.matches("sending"))).toBe(true);
});

test("action on a payment — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(paymentActionMachine);
  const input = { kind: "refund", order, paymentId: 4 } as const;
  walk({
    inputs: [input, { ...input, intent }],
    events: [
      { type: "action.confirm" },
      done("move", { kind: "recorded", paymentId: 4 }),
      done("move", { kind: "refused", message: "Нельзя" }),
      done("move", { kind: "stale", message: "Изменён" }),
      done("move", { kind: "absent" }),
      failed("move"),
    ],
  });
});

test("invoice watch — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(invoiceWatchMachine);
  walk({
    input: { companyId: 1, orderId: 17, paymentIds: [4], isHidden: false },
    events: [
      { type: "page.show" },
      { type: "page.hide" },
      done("ask", "settled"),
      done("ask", "barred"),
      done("ask", "pending"),
      failed("ask"),
      after("poll"),
    ],
  });
});
