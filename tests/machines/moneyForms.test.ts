import { describe, expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { fillAmount, likelyCash, typeAmount } from "#machines/payments/amounts.ts";
import { confirmFormMachine } from "#machines/payments/confirmForm.machine.ts";
import { invoiceFormMachine, reasonNotToIssue } from "#machines/payments/invoiceForm.machine.ts";
import { moneyDialogActors } from "#machines/payments/moneyDialog.actors.ts";
import { cashOf, countParts, paymentFormMachine, reasonNotToPay } from "#machines/payments/paymentForm.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { anOrder, aStatus, methods } from "../support/machines/orderSamples.ts";

const snapshot = { order: anOrder(), payments: [] };
const changed = { order: anOrder({ version: 8, amount: 1500 }), payments: [] };

/**
 * Returns a fake actor that reads the payment methods. The first reads end with the results `ends`, and later reads end
 * with the sample methods. The returned `companies` contains the company id of each read.
 */
const givenMethods = (ends: (readonly Schemas["PaymentMethod"][] | Error)[]) => {
  const companies: number[] = [];
  const logic = fromPromise<readonly Schemas["PaymentMethod"][], { companyId: number }>(async ({ input }) => {
    companies.push(input.companyId);
    const end = ends.shift() ?? methods;
    if (end instanceof Error) throw end;
    return end;
  });
  return { logic, companies };
};

const givenPaymentForm = async (...ends: (readonly Schemas["PaymentMethod"][] | Error)[]) => {
  const { logic, companies } = givenMethods(ends);
  const { parent, reports } = givenParent();
  const machine = paymentFormMachine.provide({ actors: { methods: logic } });
  const form = createActor(machine, { input: { snapshot }, parent }).start();
  await flushPromises();
  return { form, companies, submitted: reports, context: () => form.getSnapshot().context };
};

const givenInvoiceForm = async (...ends: (readonly Schemas["PaymentMethod"][] | Error)[]) => {
  const { logic, companies } = givenMethods(ends);
  const { parent, reports } = givenParent();
  const machine = invoiceFormMachine.provide({ actors: { methods: logic } });
  const form = createActor(machine, { input: { snapshot }, parent }).start();
  await flushPromises();
  return { form, companies, submitted: reports, context: () => form.getSnapshot().context };
};

const external = (id: number, order: number): Schemas["PaymentMethod"] => ({
  id,
  name: `Онлайн ${id}`,
  financeSourceId: null,
  externalPaymentMethodId: id,
  order,
  isCash: false,
  version: 1,
});

/** Sample payment methods and a third manual method. The manual methods of the sample are cash and card. */
const threeMethods = [...methods, { ...external(6, 40), externalPaymentMethodId: null }];

describe("payment form", () => {
  test("payment form — offers the manual payment methods in the company's sequence, and fills in the amount due", async () => {
    const { form, companies, context } = await givenPaymentForm();
    expect(companies).toEqual([1]);
    expect(form.getSnapshot().value).toBe("editing");
    expect(context()).toMatchObject({
      methods: [{ id: 1 }, { id: 2 }],
      rows: [{ id: 1, methodId: 1, text: "1000" }],
      given: "",
      status: null,
      reason: "",
    });
  });

  test("payment form — has no rows until the payment methods have been read", () => {
    const machine = paymentFormMachine.provide({ actors: { methods: fromPromise(() => new Promise(() => {})) } });
    const form = createActor(machine, { input: { snapshot } }).start();
    expect(form.getSnapshot().context).toMatchObject({ methods: [], rows: [] });
    expect(cashOf({ rows: [{ id: 1, methodId: 1, text: "5" }], methods: [] })).toBe(0);
  });

  test("payment form — without payment methods, has no rows and the reason not to pay 'noMethods', and cannot be submitted", async () => {
    const { form, context, submitted } = await givenPaymentForm([]);
    form.send({ type: "form.submit" });
    expect(context().rows).toEqual([]);
    expect(reasonNotToPay(context())).toEqual({ code: "noMethods" });
    expect([submitted, form.getSnapshot().value]).toEqual([[], "editing"]);
  });

  test("payment form — reads the payment methods again when the user retries after a failure", async () => {
    const { form, companies } = await givenPaymentForm(new Error("fault"));
    expect(form.getSnapshot().value).toBe("failed");
    form.send({ type: "form.retry" });
    await flushPromises();
    expect([form.getSnapshot().value, companies.length]).toEqual(["editing", 2]);
  });

  test("a new row of a payment gets an unused payment method and the rest of the amount due", async () => {
    const { form, context } = await givenPaymentForm();
    form.send({ type: "row.type", id: 1, text: "400" });
    form.send({ type: "row.add" });
    expect(context().rows).toEqual([
      { id: 1, methodId: 1, text: "400" },
      { id: 2, methodId: 2, text: "600" },
    ]);
  });

  test("a new row of a payment gets an unused payment method even after the first row got a different method", async () => {
    const { form, context } = await givenPaymentForm();
    form.send({ type: "row.method", id: 1, methodId: 2 });
    form.send({ type: "row.add" });
    expect(context().rows.map(({ methodId }) => methodId)).toEqual([2, 1]);
  });

  test("choosing another payment method in a row leaves the other rows unchanged", async () => {
    const { form, context } = await givenPaymentForm(threeMethods);
    form.send({ type: "row.add" });
    form.send({ type: "row.method", id: 2, methodId: 6 });
    expect(context().rows.map(({ id, methodId }) => [id, methodId])).toEqual([
      [1, 1],
      [2, 6],
    ]);
  });

  test("each click on the add button adds one row, up to one row per payment method", async () => {
    const { form, context } = await givenPaymentForm(threeMethods);
    form.send({ type: "row.add" });
    expect(context().rows.map(({ methodId }) => methodId)).toEqual([1, 2]);
    form.send({ type: "row.add" });
    expect(context().rows.map(({ methodId }) => methodId)).toEqual([1, 2, 6]);
    expect(form.getSnapshot().can({ type: "row.add" })).toBe(false);
  });

  test("the amount due is split into parts that differ by at most 0.01 roubles and add up exactly", async () => {
    const { form, context, submitted } = await givenPaymentForm(threeMethods);
    expect(countParts(context())).toBe(1);
    form.send({ type: "row.method", id: 1, methodId: 2 });
    form.send({ type: "rows.split", count: 3 });
    expect(context().rows).toEqual([
      { id: 1, methodId: 2, text: "333,34" },
      { id: 2, methodId: 2, text: "333,33" },
      { id: 3, methodId: 2, text: "333,33" },
    ]);
    expect(countParts(context())).toBe(3);
    form.send({ type: "row.type", id: 3, text: "300" });
    expect(countParts(context())).toBeUndefined();
    form.send({ type: "rows.split", count: 2 });
    form.send({ type: "row.method", id: 4, methodId: 1 });
    form.send({ type: "form.submit" });
    expect(submitted).toMatchObject([
      {
        move: {
          parts: [
            { paymentMethodId: 2, amount: 500 },
            { paymentMethodId: 1, amount: 500 },
          ],
        },
      },
    ]);
    form.send({ type: "rows.split", count: 1 });
    expect(context().rows).toEqual([{ id: 1, methodId: 2, text: "1000" }]);
  });

  test("payment form — if there are no payment methods, splitting the amount due adds no rows", async () => {
    const { form, context } = await givenPaymentForm([]);
    form.send({ type: "rows.split", count: 2 });
    expect(context().rows).toEqual([]);
    expect(countParts(context())).toBeUndefined();
  });

  test.each([
    [0, "none", []],
    [840, "840, 900, 1000, 2000 and 5000", [840, 900, 1000, 2000, 5000]],
    [980.5, "980.5, 1000, 2000 and 5000", [980.5, 1000, 2000, 5000]],
    [1000, "1000, 2000 and 5000", [1000, 2000, 5000]],
    [4300, "4300, 4500, 5000 and 6000", [4300, 4500, 5000, 6000]],
    [5200, "5200, 5500, 6000 and 10000", [5200, 5500, 6000, 10_000]],
  ])("the cash amounts suggested for %d roubles are: %s", (amount, _, likely) => {
    expect(likelyCash(amount)).toEqual(likely);
  });

  test("the received cash must cover only the cash rows", async () => {
    const { form, context } = await givenPaymentForm();
    form.send({ type: "row.type", id: 1, text: "400" });
    form.send({ type: "row.add" });
    form.send({ type: "given.type", text: "300" });
    expect([cashOf(context()), context().given]).toEqual([400, "300"]);
    expect(reasonNotToPay(context())).toEqual({ code: "givenTooLittle", shortage: 100 });
    form.send({ type: "given.type", text: "400" });
    expect(reasonNotToPay(context())).toBeUndefined();
    form.send({ type: "given.type", text: "" });
    expect(reasonNotToPay(context())).toBeUndefined();
  });

  test("received cash of 0 is too little for a cash row", async () => {
    const { form, context } = await givenPaymentForm();
    form.send({ type: "row.type", id: 1, text: "10" });
    form.send({ type: "given.type", text: "0" });
    expect(reasonNotToPay(context())).toEqual({ code: "givenTooLittle", shortage: 10 });
  });

  test("a changed order updates the amount due but not the typed amounts", async () => {
    const { form, context } = await givenPaymentForm();
    form.send({ type: "row.type", id: 1, text: "1200" });
    expect(reasonNotToPay(context())).toMatchObject({ code: "overDue" });
    form.send({ type: "order.changed", snapshot: changed });
    expect(reasonNotToPay(context())).toBeUndefined();
    expect(context().rows[0]?.text).toBe("1200");
  });

  test("a payment is submitted with its rows, its new status and a trimmed reason", async () => {
    const { form, submitted } = await givenPaymentForm();
    form.send({ type: "row.type", id: 1, text: "" });
    form.send({ type: "form.submit" });
    form.send({ type: "row.fill", id: 1 });
    form.send({ type: "status.choose", status: aStatus({ id: 2, isRequireReason: true }) });
    form.send({ type: "form.submit" });
    form.send({ type: "reason.type", text: " так надо " });
    form.send({ type: "form.submit" });
    expect(submitted).toEqual([
      {
        type: "form.submitted",
        move: { kind: "payment", parts: [{ paymentMethodId: 1, amount: 1000 }], statusId: 2, reason: "так надо" },
      },
    ]);
  });
});

describe("invoice form", () => {
  test("invoice form — does not offer payment methods that are not configured", async () => {
    const { context } = await givenInvoiceForm([
      { ...external(1, 1), isConfigured: false },
      { ...external(2, 2), isConfigured: true },
      external(3, 3),
    ]);
    expect(context().methods.map(({ id }) => id)).toEqual([2, 3]);
    expect(context().rows).toMatchObject([{ methodId: 2 }]);
  });

  test("invoice form — offers external payment methods in the company's sequence, and fills in the amount due", async () => {
    const { companies, context } = await givenInvoiceForm([external(5, 40), ...methods, external(4, 20)]);
    expect(companies).toEqual([1]);
    expect(context().methods.map(({ id }) => id)).toEqual([4, 3, 5]);
    expect(context().rows).toEqual([{ id: 1, methodId: 4, text: "1000" }]);
  });

  test("invoice form — has no payment methods until the payment methods have been read", () => {
    const machine = invoiceFormMachine.provide({ actors: { methods: fromPromise(() => new Promise(() => {})) } });
    expect(createActor(machine, { input: { snapshot } }).start().getSnapshot().context.methods).toEqual([]);
  });

  test("invoice form — cannot be submitted without an external payment method", async () => {
    const { context, form, submitted } = await givenInvoiceForm([]);
    form.send({ type: "form.submit" });
    expect(context().rows).toEqual([]);
    expect(reasonNotToIssue(context())).toEqual({ code: "noMethods" });
    expect(submitted).toEqual([]);
  });

  test("invoice form — reads the payment methods again when the user retries after a failure", async () => {
    const { form } = await givenInvoiceForm(new Error("fault"));
    expect(form.getSnapshot().value).toBe("failed");
    form.send({ type: "form.retry" });
    await flushPromises();
    expect(form.getSnapshot().value).toBe("editing");
  });

  test("invoice form — submits the chosen payment method and the typed amount", async () => {
    const { form, submitted } = await givenInvoiceForm([external(4, 1), external(5, 2)]);
    form.send({ type: "method.choose", methodId: 5 });
    form.send({ type: "amount.type", text: "250,5" });
    form.send({ type: "form.submit" });
    expect(submitted).toEqual([{ type: "form.submitted", move: { kind: "invoice", methodId: 5, amount: 250.5 } }]);
  });

  test("invoice form — the button 'Вся сумма' fills in the amount due of the changed order", async () => {
    const { form, context } = await givenInvoiceForm();
    form.send({ type: "order.changed", snapshot: changed });
    expect(context().rows[0]?.text).toBe("1000");
    form.send({ type: "amount.fill" });
    expect(context().rows[0]?.text).toBe("1500");
  });
});

test("confirmation form — submits the payment and the kind of action", () => {
  const { parent, reports } = givenParent();
  const input = { kind: "refund", paymentId: 4, snapshot } as const;
  const form = createActor(confirmFormMachine, { input, parent }).start();
  form.send({ type: "order.changed", snapshot: changed });
  form.send({ type: "form.submit" });
  expect(form.getSnapshot().context.snapshot).toBe(changed);
  expect(reports).toEqual([{ type: "form.submitted", move: { kind: "refund", paymentId: 4 } }]);
});

test("confirmation form — submits the trimmed reason of a refund", () => {
  const { parent, reports } = givenParent();
  const input = { kind: "refund", paymentId: 4, snapshot } as const;
  const form = createActor(confirmFormMachine, { input, parent }).start();
  form.send({ type: "reason.type", text: " Клиент отказался " });
  expect(form.getSnapshot().context.reason).toBe(" Клиент отказался ");
  form.send({ type: "form.submit" });
  expect(reports).toEqual([
    { type: "form.submitted", move: { kind: "refund", paymentId: 4, reason: "Клиент отказался" } },
  ]);
});

describe("amounts of the payment rows", () => {
  const rows = [
    { id: 1, methodId: 1, text: "5" },
    { id: 2, methodId: 2, text: "7" },
  ];

  test("typing an amount changes only the row of this amount", () => {
    expect(typeAmount(rows, 2, "8").map(({ text }) => text)).toEqual(["5", "8"]);
  });

  test.each([
    [1007, "1000"],
    [1007.5, "1000,50"],
    [100_007.01, "100000,01"],
    [7, ""],
    [3, ""],
  ])("filling the first row with %d roubles due and 7 roubles in the second row gives %j", (due, text) => {
    expect(fillAmount(rows, 1, due).map((row) => row.text)).toEqual([text, "7"]);
  });
});

test("payment form and invoice form — read the payment methods of the company", async () => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request) => {
    asked.push(new URL(url).pathname);
    return Response.json(methods);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const journal = { keep: async () => {}, drop: async () => {}, find: async () => [] };
  const actors = moneyDialogActors({ api, journal, newKey: () => "key", environment: steadyEnvironment });
  createActor(actors.paymentForm, { input: { snapshot } }).start();
  createActor(actors.invoiceForm, { input: { snapshot } }).start();
  await flushPromises();
  expect(asked).toEqual(["/api/PaymentMethod/Company/1/Summury", "/api/PaymentMethod/Company/1/Summury"]);
});
