import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Schemas } from "#api/client.ts";
import { changedPayments } from "#machines/orders/detail/orderNews.ts";
import { confirmFormMachine } from "#machines/payments/confirmForm.machine.ts";
import { isRecorded, type MoneyIntent } from "#machines/payments/moneyIntent.ts";
import { leftOfPayment, paymentSums } from "#machines/payments/orderSnapshot.ts";
import {
  amountToRefund,
  linesToRefund,
  pendingRefundOf,
  reasonNotToRefund,
  refundedPayment,
} from "#machines/payments/refundForm.ts";
import { paidAmount } from "#machines/printing/bills.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";

const item = (id: number, name: string, count: number, amount: number) => ({
  id,
  itemId: id,
  categoryId: 1,
  categoryName: "Пицца",
  name,
  price: amount / count,
  count,
  amount,
  discountValue: 0,
  discountDescription: null,
  modificators: [],
  note: null,
  isRemoved: false,
});

/** Order of 1,000 roubles: three Margheritas at 300 roubles and a tea. */
const order = anOrder({ items: [item(11, "Маргарита", 3, 900), item(12, "Чай", 1, 100)], amount: 1000 });

const aRefund = (facts: Partial<Schemas["PaymentRefund"]> = {}): Schemas["PaymentRefund"] => ({
  id: 1,
  amount: 300,
  date: "2026-11-21T14:10:00+03:00",
  byAlias: "Ирина Белова",
  reason: null,
  lines: [{ orderItemId: 11, name: "Маргарита", count: 1, amount: 300 }],
  state: "completed",
  requestKey: "earlier-key",
  ...facts,
});

const paid = (facts: Partial<Schemas["Payment"]> = {}) => aPayment({ id: 4, amount: 1000, ...facts });
const refundedInPart = paid({ refundedAmount: 300, refunds: [aRefund()] });

const givenForm = (payment: Schemas["Payment"], others: Schemas["Payment"][] = []) => {
  const { parent, reports } = givenParent();
  const input = { kind: "refund", paymentId: 4, snapshot: { order, payments: [...others, payment] } } as const;
  const form = createActor(confirmFormMachine, { input, parent }).start();
  const context = () => form.getSnapshot().context;
  return { form, reports, context, reason: () => reasonNotToRefund(context()) };
};

describe("confirmation form of refunds and other payment actions", () => {
  test("the refundable amount is proposed, but the user can type a different amount", () => {
    const { form, reports, context } = givenForm(refundedInPart);
    expect(context()).toMatchObject({ mode: "amount", text: "700" });
    form.send({ type: "amount.type", text: "450,5" });
    form.send({ type: "amount.type", text: "450,555" });
    expect(context().text).toBe("450,5");
    form.send({ type: "form.submit" });
    expect(reports).toEqual([{ type: "form.submitted", move: { kind: "refund", paymentId: 4, amount: 450.5 } }]);
  });

  test("the price of the chosen dishes is proposed as the amount, and is submitted with these dishes", () => {
    const { form, reports, context } = givenForm(paid());
    form.send({ type: "mode.choose", mode: "lines" });
    expect(context().text).toBe("");
    form.send({ type: "line.count", id: 11, count: 2 });
    form.send({ type: "line.count", id: 12, count: 1 });
    expect(context().text).toBe("700");
    form.send({ type: "reason.type", text: "Остыла" });
    form.send({ type: "form.submit" });
    const lines = [
      { orderItemId: 11, count: 2 },
      { orderItemId: 12, count: 1 },
    ];
    const move = { kind: "refund", paymentId: 4, amount: 700, lines, reason: "Остыла" };
    expect(reports).toEqual([{ type: "form.submitted", move }]);
    form.send({ type: "mode.choose", mode: "amount" });
    expect(context().text).toBe("1000");
  });

  test("the amount proposed for dishes does not exceed the refundable amount of the payment", () => {
    const { form, context } = givenForm(paid({ amount: 250 }));
    form.send({ type: "mode.choose", mode: "lines" });
    form.send({ type: "line.count", id: 11, count: 1 });
    expect(context().text).toBe("250");
  });

  test("refund form — offers no portions that were already refunded, even through another payment of the order", () => {
    const other = aPayment({ id: 5, refunds: [aRefund({ state: "pending" })] });
    const { form, context } = givenForm(refundedInPart, [other]);
    expect(linesToRefund(context().snapshot)).toMatchObject([
      { item: { id: 11 }, left: 1 },
      { item: { id: 12 }, left: 1 },
    ]);
    form.send({ type: "mode.choose", mode: "lines" });
    form.send({ type: "line.count", id: 11, count: 3 });
    expect(context().text).toBe("300");
  });

  test("refund form — does not offer dishes with only refunded portions", () => {
    const tea = { orderItemId: 12, name: "Чай", count: 1, amount: 100 };
    const { context } = givenForm(paid({ refundedAmount: 100, refunds: [aRefund({ amount: 100, lines: [tea] })] }));
    expect(linesToRefund(context().snapshot).map((line) => line.item.id)).toEqual([11]);
  });

  test("refund form — offers all dishes if the server sends no refunds with a payment", () => {
    const { refunds: _, ...documented } = paid();
    const { form, context, reason } = givenForm(documented);
    expect(linesToRefund(context().snapshot)).toMatchObject([{ left: 3 }, { left: 1 }]);
    form.send({ type: "amount.type", text: "400" });
    expect([amountToRefund(context()), reason()]).toEqual([400, undefined]);
  });

  test("refund form — proposes no amount for a payment that the order does not contain", () => {
    const { context } = givenForm(paid({ id: 5 }));
    expect(context().text).toBe("");
    expect(amountToRefund(context())).toBe(0);
    expect(pendingRefundOf(refundedPayment(context()))).toBeUndefined();
  });

  test.each([
    ["no amount", [{ type: "amount.type", text: "" }], { code: "noAmount" }],
    [
      "an amount above the refundable amount",
      [{ type: "amount.type", text: "1000,01" }],
      { code: "overLeft", left: 1000 },
    ],
    ["no dishes", [{ type: "mode.choose", mode: "lines" }], { code: "noLines" }],
    [
      "an amount above the price of the chosen dishes",
      [
        { type: "mode.choose", mode: "lines" },
        { type: "line.count", id: 12, count: 1 },
        { type: "amount.type", text: "100,01" },
      ],
      { code: "overPrice", price: 100 },
    ],
  ] as const)("a refund with %s cannot be submitted", (_, events, reason) => {
    const { form, reports, reason: why } = givenForm(paid());
    for (const event of events) form.send(event);
    expect(why()).toEqual(reason);
    expect(form.getSnapshot().can({ type: "form.submit" })).toBe(false);
    form.send({ type: "form.submit" });
    expect(reports).toEqual([]);
  });

  test("an amount below the price of the chosen dishes can be submitted", () => {
    const { form, reason } = givenForm(paid());
    form.send({ type: "mode.choose", mode: "lines" });
    form.send({ type: "line.count", id: 12, count: 1 });
    form.send({ type: "amount.type", text: "50" });
    expect(reason()).toBeUndefined();
  });

  test("a pending refund can only be retried with the same amount and dishes", () => {
    const pending = aRefund({ state: "pending", amount: 250 });
    const { form, reports, context } = givenForm(paid({ isExternal: true, refunds: [pending] }));
    form.send({ type: "amount.type", text: "1" });
    expect(amountToRefund(context())).toBe(250);
    form.send({ type: "form.submit" });
    const move = { kind: "refund", paymentId: 4, amount: 250, lines: [{ orderItemId: 11, count: 1 }] };
    expect(reports).toEqual([{ type: "form.submitted", move }]);
  });

  test("a pending refund without dishes is retried without dishes", () => {
    const pending = aRefund({ state: "pending", amount: 250, lines: [] });
    const { form, reports } = givenForm(paid({ isExternal: true, refunds: [pending] }));
    form.send({ type: "form.submit" });
    expect(reports).toEqual([{ type: "form.submitted", move: { kind: "refund", paymentId: 4, amount: 250 } }]);
  });

  test.each([
    ["a pending payment", paid({ isComplited: false })],
    [
      "a payment of a server without partial refunds",
      (({ refundedAmount: _, refunds: __, ...payment }) => payment)(paid()),
    ],
  ])("%s can only be refunded or rejected as a whole", (_, payment) => {
    const { form, reports, context } = givenForm(payment);
    form.send({ type: "amount.type", text: "5" });
    expect(amountToRefund(context())).toBe(1000);
    form.send({ type: "form.submit" });
    expect(reports).toEqual([{ type: "form.submitted", move: { kind: "refund", paymentId: 4 } }]);
  });

  test("a rejected payment cannot be refunded", () => {
    const { form, reports, reason } = givenForm(paid({ isRejected: true, isComplited: false, refundedAmount: 1000 }));
    expect(reason()).toEqual({ code: "rejected" });
    form.send({ type: "form.submit" });
    expect(reports).toEqual([]);
  });

  test("a changed order updates a proposed amount, but not a typed amount", () => {
    const changed = { order, payments: [refundedInPart] };
    const proposed = givenForm(paid());
    proposed.form.send({ type: "order.changed", snapshot: changed });
    expect(proposed.context()).toMatchObject({ text: "700", snapshot: changed });
    const typed = givenForm(paid());
    typed.form.send({ type: "amount.type", text: "1000,0" });
    typed.form.send({ type: "order.changed", snapshot: changed });
    expect(typed.context()).toMatchObject({ text: "1000,0", snapshot: changed });
    expect(typed.reason()).toEqual({ code: "overLeft", left: 700 });
  });

  test("the check of a payment can be submitted even if the payment has been rejected", () => {
    const { parent, reports } = givenParent();
    const rejected = paid({ isRejected: true, isComplited: false });
    const input = { kind: "check", paymentId: 4, snapshot: { order, payments: [rejected] } } as const;
    createActor(confirmFormMachine, { input, parent }).start().send({ type: "form.submit" });
    expect(reports).toEqual([{ type: "form.submitted", move: { kind: "check", paymentId: 4 } }]);
  });

  test("a submitted confirmation of a payment contains no amount", () => {
    const { parent, reports } = givenParent();
    const input = { kind: "confirm", paymentId: 4, snapshot: { order, payments: [paid()] } } as const;
    createActor(confirmFormMachine, { input, parent }).start().send({ type: "form.submit" });
    expect(reports).toEqual([{ type: "form.submitted", move: { kind: "confirm", paymentId: 4 } }]);
  });
});

describe("partly refunded payment", () => {
  test("a partly refunded payment counts with its remaining amount", () => {
    expect(leftOfPayment(refundedInPart)).toBe(700);
    expect(paymentSums(order, [refundedInPart])).toEqual({ accepted: 700, pending: 0, due: 300, unpaid: 300 });
    expect(paidAmount([refundedInPart, paid({ isRejected: true })])).toBe(700);
  });

  test("a payment counts as changed when its refunded amount has changed", () => {
    expect(changedPayments([paid()], [refundedInPart])).toEqual([refundedInPart]);
    expect(changedPayments([refundedInPart], [refundedInPart])).toEqual([]);
  });

  test("a refund with an amount counts as recorded only if the payment has a completed refund with the same key", () => {
    const move = { kind: "refund", paymentId: 4, amount: 300 } as const;
    const intent: MoneyIntent = { key: "own-key", request: { companyId: 1, orderId: 17, version: 7, move } };
    const own = aRefund({ requestKey: "own-key" });
    expect(isRecorded(intent, [paid({ refundedAmount: 300, refunds: [own] })])).toBe(true);
    expect(isRecorded(intent, [paid({ refundedAmount: 600, refunds: [aRefund(), own] })])).toBe(true);
    expect(isRecorded(intent, [paid({ refunds: [{ ...own, state: "pending" }] })])).toBe(false);
    expect(isRecorded(intent, [paid({ refunds: [{ ...own, state: "failed" }] })])).toBe(false);
    expect(isRecorded(intent, [refundedInPart])).toBe(false);
    // Another user has refunded the whole payment, so this refund was not made.
    expect(isRecorded(intent, [paid({ isRejected: true, refundedAmount: 1000, refunds: [aRefund()] })])).toBe(false);
  });
});
