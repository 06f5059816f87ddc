import { expect, test } from "vitest";
import { mutationMachine } from "#machines/core/mutation.machine.ts";
import { confirmFormMachine } from "#machines/payments/confirmForm.machine.ts";
import { invoiceFormMachine, reasonNotToIssue } from "#machines/payments/invoiceForm.machine.ts";
import { moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import { paymentFormMachine } from "#machines/payments/paymentForm.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { anOrder, aStatus, methods } from "../support/machines/orderSamples.ts";

const order = anOrder();
const snapshot = { order, payments: [] };
const changed = { order: { ...order, version: 8 }, payments: [] };
const move = { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
const request = { companyId: 1, orderId: 17, version: 7, move };
const intent = { key: "12345678", request };
const failure = { kind: "refused", message: "Нельзя", errors: {}, traceId: undefined } as const;

test("payment form — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(paymentFormMachine);
  walk({
    input: { snapshot },
    events: [
      { type: "order.changed", snapshot: changed },
      { type: "row.type", id: 1, text: "10" },
      { type: "row.type", id: 1, text: "5000" },
      { type: "row.method", id: 1, methodId: 2 },
      { type: "row.fill", id: 1 },
      { type: "row.add" },
      { type: "row.remove", id: 2 },
      { type: "rows.split", count: 2 },
      { type: "given.type", text: "5" },
      { type: "status.choose", status: aStatus({ id: 2, isRequireReason: true }) },
      { type: "reason.type", text: "так надо" },
      { type: "form.submit" },
      { type: "form.retry" },
      done("methods", methods),
      failed("methods"),
    ],
    project: ({ context }) => [context.rows.map((row) => row.text !== ""), context.methods.length],
  });
});

test("invoice form — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(invoiceFormMachine);
  walk({
    input: { snapshot },
    events: [
      { type: "order.changed", snapshot: changed },
      { type: "method.choose", methodId: 3 },
      { type: "amount.type", text: "10" },
      { type: "amount.type", text: "5000" },
      { type: "amount.fill" },
      { type: "form.submit" },
      { type: "form.retry" },
      done("methods", methods),
      failed("methods"),
    ],
    project: ({ context }) => [context.methods.length, reasonNotToIssue(context)?.code],
    invariant: ({ context }) => expect(context.rows.every(({ methodId }) => methodId === 3)).toBe(true),
  });
});

test("confirmation of a refund — a walk through the state machine reaches every state and takes every transition", () => {
  givenWalk(confirmFormMachine).walk({
    input: { kind: "refund", paymentId: 4, snapshot },
    events: [
      { type: "order.changed", snapshot: changed },
      { type: "reason.type", text: "Клиент отказался" },
      { type: "mode.choose", mode: "lines" },
      { type: "amount.type", text: "10" },
      { type: "line.count", id: 1, count: 1 },
      { type: "form.submit" },
    ],
  });
});

test("payment dialog — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(moneyDialogMachine);
  walk({
    inputs: [
      { snapshot, form: "payment" },
      { snapshot, form: "payment", intent },
      { snapshot, form: "invoice" },
      { snapshot, form: "action", action: { kind: "refund", paymentId: 4 } },
    ],
    events: [
      { type: "form.submitted", move },
      { type: "mutation.recorded", result: { paymentId: 4 } },
      { type: "mutation.refused", failure },
      { type: "mutation.dropped" },
      done("read", changed),
      failed("read"),
      failed("move"),
      failed("paymentForm"),
      failed("invoiceForm"),
      failed("confirmForm"),
    ],
    project: ({ context }) => [context.failure?.kind, context.isDropped, context.before?.version],
    invariant: ({ context }) => {
      if (context.before) expect(context.before.version).not.toBe(context.snapshot.order.version);
    },
  });
});

test("mutation — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(mutationMachine);
  const { snapshots } = walk({
    inputs: [{ request }, { intent }, { request, isVerifiable: false }],
    events: [
      { type: "mutation.verify" },
      { type: "mutation.repeat" },
      { type: "mutation.drop" },
      { type: "network.online" },
      { type: "upload.progress", fraction: 0.5 },
      done("journal", intent),
      failed("journal"),
      done("send", { kind: "recorded", result: { paymentId: 4 } }),
      done("send", { kind: "refused", failure }),
      done("send", { kind: "stale", current: order }),
      done("send", { kind: "unknown", failure }),
      failed("send"),
      done("verify", { kind: "recorded", result: { paymentId: 4 } }),
      done("verify", { kind: "notRecorded" }),
      done("verify", { kind: "unknown", failure }),
      failed("verify"),
      done("clear"),
      failed("clear"),
      after("slow"),
      after("pause"),
    ],
    project: ({ context }) => [context.outcome.kind, context.key],
    invariant: (state) => {
      if (state.matches("sending")) expect(state.context.key).toBe(intent.key);
      if (state.matches("notRecorded")) expect(state.context.outcome.kind).not.toBe("recorded");
    },
  });
  expect(snapshots.some((state) => state.matches("sending"))).toBe(true);
});
