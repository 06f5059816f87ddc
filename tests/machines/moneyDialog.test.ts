import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { type MoneyDialogInput, moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import type { MoneyMove } from "#machines/payments/moneyIntent.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.ts";
import type { OrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import { paymentFormMachine } from "#machines/payments/paymentForm.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aPayment, methods } from "../support/machines/orderSamples.ts";

const payments = [aPayment({ id: 9, isRejected: true })];
const snapshot: OrderSnapshot = { order: anOrder(), payments };
const changed: OrderSnapshot = { order: anOrder({ version: 8 }), payments };
const move: MoneyMove = { kind: "payment", parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
const intent = { key: "12345678", request: { companyId: 1, orderId: 17, version: 7, knownIds: [9], move } };
const refused = { type: "mutation.refused", failure: aFailure("refused", "Нельзя") } as const;

const progressOf = (dialog: { getSnapshot: () => { value: unknown } }): unknown => {
  const { value } = dialog.getSnapshot();
  return typeof value === "object" && value !== null ? Reflect.get(Reflect.get(value, "open"), "progress") : value;
};

/** Opens a dialog with fake actors. The test determines the outcome of the actors. */
const givenDialog = (input: Partial<MoneyDialogInput> = {}) => {
  const given = givenMachine(moneyDialogMachine, { snapshot, form: "payment", ...input });
  return { ...given, context: () => given.actor.getSnapshot().context, progress: () => progressOf(given.actor) };
};

test("payment dialog — sends a payment with the version of the order that the user saw", () => {
  const { actor, call, progress } = givenDialog();
  expect(progress()).toBe("entering");
  actor.send({ type: "form.submitted", move });
  expect(progress()).toBe("moving");
  expect(call("move").input).toEqual({ request: intent.request });
});

test("payment dialog — resumes an unfinished payment immediately after a page reload", () => {
  const { call, progress } = givenDialog({ intent });
  expect(progress()).toBe("moving");
  expect(call("move").input).toEqual({ intent });
});

test("payment dialog — closes after a recorded payment and outputs the payment", () => {
  const { actor } = givenDialog();
  actor.send({ type: "form.submitted", move });
  actor.send({ type: "mutation.recorded", result: { paymentId: 4 } });
  expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { paymentId: 4 } });
});

test("payment dialog — reads the order again after a refusal and shows a changed order", async () => {
  const { actor, call, context, progress } = givenDialog();
  actor.send({ type: "form.submitted", move });
  actor.send(refused);
  expect(progress()).toBe("rereading");
  expect(call("read").input).toEqual({ companyId: 1, orderId: 17 });
  call("read").answer(changed);
  await flushPromises();
  expect(progress()).toBe("entering");
  expect(context()).toMatchObject({ snapshot: changed, before: snapshot.order, failure: refused.failure });
});

test("payment dialog — does not report an unchanged order as changed after a refusal", async () => {
  const { actor, call, context } = givenDialog();
  actor.send({ type: "form.submitted", move });
  actor.send(refused);
  call("read").answer(snapshot);
  await flushPromises();
  expect(context().before).toBeUndefined();
});

test("payment dialog — keeps the shown order if the read after a refusal fails", async () => {
  const { actor, call, context, progress } = givenDialog();
  actor.send({ type: "form.submitted", move });
  actor.send(refused);
  call("read").fail();
  await flushPromises();
  expect([progress(), context().snapshot]).toEqual(["entering", snapshot]);
});

test("payment dialog — a new attempt clears the messages about the dropped attempt and the changed order", async () => {
  const { actor, call, context } = givenDialog();
  actor.send({ type: "form.submitted", move });
  actor.send({ type: "mutation.dropped" });
  call("read").answer(changed);
  await flushPromises();
  expect(context()).toMatchObject({ isDropped: true, before: snapshot.order });
  actor.send({ type: "form.submitted", move });
  expect(context()).toMatchObject({ isDropped: false, before: undefined, failure: undefined });
});

test("payment dialog — starts with no failure, no dropped attempt, no changed order and no payment", () => {
  expect(givenDialog().context()).toMatchObject({
    isDropped: false,
    failure: undefined,
    before: undefined,
    paymentId: null,
  });
});

test.each([
  ["refused", refused],
  ["dropped", { type: "mutation.dropped" }],
] as const)("payment dialog — the payment after a %s payment gets a new idempotency key", async (_, event) => {
  const { actor, call } = givenDialog({ intent });
  actor.send(event);
  call("read").answer(snapshot);
  await flushPromises();
  actor.send({ type: "form.submitted", move });
  expect(call("move").input).toEqual({ request: intent.request });
});

test.each([
  ["payment", "paymentForm"],
  ["invoice", "invoiceForm"],
  ["action", "confirmForm"],
] as const)("payment dialog of kind %s — starts only the form of this kind", (form, actorName) => {
  const { calls } = givenDialog({ form, action: { kind: "refund", paymentId: 4 } });
  expect(calls.map(({ actor }) => actor)).toEqual([actorName]);
});

test("payment dialog — passes the chosen or unfinished payment to the confirmation form", () => {
  const action = { kind: "refund", paymentId: 4 } as const;
  const confirm = { kind: "confirm", paymentId: 5 } as const;
  const unfinished = { ...intent, request: { ...intent.request, move: confirm } };
  expect(givenDialog({ form: "action", action }).call("confirmForm").input).toEqual({ snapshot, ...action });
  expect(givenDialog({ form: "action", intent: unfinished }).call("confirmForm").input).toEqual({
    snapshot,
    ...confirm,
  });
  expect(givenDialog({ form: "action", action, intent }).call("confirmForm").input).toEqual({ snapshot, ...action });
});

test.each([
  ["payment", "paymentForm"],
  ["invoice", "invoiceForm"],
  ["action", "confirmForm"],
] as const)(
  "payment dialog — an error of the %s form is shown, and the unfinished payment continues",
  async (form, actorName) => {
    const { actor, call, progress } = givenDialog({ form, intent });
    call(actorName).fail();
    await flushPromises();
    expect(actor.getSnapshot().matches({ open: { form: "broken" } })).toBe(true);
    expect(progress()).toBe("moving");
  },
);

test("payment dialog — reads the order again after a refusal, even if the form has failed", async () => {
  const { actor, call, context, progress } = givenDialog({ intent });
  call("paymentForm").fail();
  await flushPromises();
  actor.send(refused);
  call("read").answer(changed);
  await flushPromises();
  expect([progress(), context().snapshot]).toEqual(["entering", changed]);
});

test("payment dialog — accepts no further payment after an error during sending", async () => {
  const { actor, call, progress } = givenDialog();
  actor.send({ type: "form.submitted", move });
  call("move").fail();
  await flushPromises();
  expect(progress()).toBe("lost");
  actor.send({ type: "form.submitted", move });
  expect(progress()).toBe("lost");
});

test("payment dialog — passes the newly read order to the form", async () => {
  const machine = moneyDialogMachine.provide({
    actors: {
      paymentForm: paymentFormMachine.provide({ actors: { methods: fromPromise(async () => methods) } }),
      move: moneyMoveMachine.provide({ actors: { environment: steadyEnvironment } }),
      read: fromPromise(async () => changed),
    },
  });
  const dialog = createActor(machine, { input: { snapshot, form: "payment" } }).start();
  dialog.send({ type: "form.submitted", move });
  dialog.send(refused);
  await flushPromises();
  expect(dialog.getSnapshot().children.payment?.getSnapshot().context.snapshot).toBe(changed);
});
