import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reasonNotTo } from "#machines/orders/detail/orderDetail.machine.ts";
import { fillAmount, sumOfRows, typeAmount } from "#machines/payments/amounts.ts";
import { paymentSums } from "#machines/payments/orderSnapshot.ts";
import { reasonNotToPay } from "#machines/payments/paymentForm.machine.ts";
import { anOrder, aPayment, aStatus, methods } from "../support/machines/orderSamples.ts";
import { createOrderServer, givenOrderScreen } from "../support/machines/paymentFixtures.ts";
import { problemOf } from "../support/machines/problems.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

/** Returns a fake order server. A write for which `answer` returns a response does not reach the server. */
const serverWith = (answer: (path: string) => Response | undefined): ReturnType<typeof createOrderServer> => {
  const server = createOrderServer();
  return {
    ...server,
    fetch: async (request) =>
      (request.method === "POST" && answer(new URL(request.url).pathname)) || server.fetch(request),
  };
};

/** Opens the payment dialog and enters an amount into the first row. */
const givenPayment = async (text: string, server = createOrderServer()) => {
  const given = givenOrderScreen({}, server);
  await advanceClock();
  given.screen().send({ type: "payment.open" });
  await advanceClock();
  given.payment()?.send({ type: "row.type", id: 1, text });
  return given;
};

const submit = ({ payment }: Awaited<ReturnType<typeof givenPayment>>) => payment()?.send({ type: "form.submit" });

const row = (text: string) => ({ id: 1, methodId: 1, text });

test.each([
  ["1,5", "1,5"],
  ["1.", "1."],
  ["00", "0"],
  ["007", "7"],
  ["", ""],
  ["12.34", "12.34"],
])("amount field of a payment — typing %j leaves the text %j", (text, kept) => {
  expect(typeAmount([row("")], 1, text)).toEqual([row(kept)]);
});

test.each(["abc", "-1", "1.234", "1e3"])("amount field of a payment — typing %j leaves the field unchanged", (text) => {
  expect(typeAmount([row("5")], 1, text)).toEqual([row("5")]);
});

test("amount due — subtracts completed and pending payments, and is 0 for a closed or cancelled order", () => {
  const payments = [
    aPayment({ amount: 100 }),
    aPayment({ amount: 200, isComplited: false }),
    aPayment({ amount: 300, isRejected: true }),
  ];
  const order = { amount: 1000, isClosed: false, isCanceled: false };
  expect(paymentSums(order, payments)).toEqual({ accepted: 100, pending: 200, due: 700, unpaid: 900 });
  expect(paymentSums({ ...order, isCanceled: true }, [])).toMatchObject({ due: 0, unpaid: 1000 });
  expect(paymentSums({ ...order, isClosed: true }, payments)).toMatchObject({ due: 0, unpaid: 900 });
});

test("payment dialog — 'Вся сумма' fills in the amount due minus the amounts of the other rows", () => {
  const rows = [row("250,50"), { id: 2, methodId: 2, text: "" }];
  expect(fillAmount(rows, 2, 1000)[1]?.text).toBe("749,50");
  expect(sumOfRows(fillAmount(rows, 2, 1000))).toBe(1000);
  expect(fillAmount([row("1000"), { id: 2, methodId: 2, text: "5" }], 2, 1000)[1]?.text).toBe("");
});

test("reasonNotToPay — names the problem of the form, and prefers 'closed' for a closed order", () => {
  const form = {
    snapshot: { order: anOrder(), payments: [] },
    methods,
    rows: [row("100")],
    lastRow: 1,
    given: "",
    status: null,
    reason: "",
  };
  const closed = { order: anOrder({ isClosed: true }), payments: [] };
  const status = aStatus({ isRequireReason: true });
  expect(reasonNotToPay(form)).toBeUndefined();
  expect(reasonNotToPay({ ...form, rows: [row("1000")] })).toBeUndefined();
  expect(reasonNotToPay({ ...form, rows: [] })).toEqual({ code: "noMethods" });
  expect(reasonNotToPay({ ...form, rows: [row("")] })).toEqual({ code: "noAmount" });
  expect(reasonNotToPay({ ...form, rows: [row("1000,50")] })).toEqual({ code: "overDue", excess: 0.5, due: 1000 });
  expect(reasonNotToPay({ ...form, given: "50" })).toEqual({ code: "givenTooLittle", shortage: 50 });
  expect(reasonNotToPay({ ...form, given: "100" })).toBeUndefined();
  expect(reasonNotToPay({ ...form, given: "50", rows: [{ ...row("100"), methodId: 2 }] })).toBeUndefined();
  expect(reasonNotToPay({ ...form, status, reason: "  " })).toEqual({ code: "noReason" });
  expect(reasonNotToPay({ ...form, status, reason: "да" })).toBeUndefined();
  expect(reasonNotToPay({ ...form, snapshot: closed, rows: [row("")] })).toEqual({ code: "closed" });
});

test("payment dialog — does not send a payment above the amount due", async () => {
  const given = await givenPayment("1000,01");
  submit(given);
  await advanceClock();
  expect(given.server.sent).toEqual([]);
  expect(given.progress()).toBe("entering");
});

test("payment dialog — sends one payment for a double click", async () => {
  const given = await givenPayment("100");
  submit(given);
  submit(given);
  await advanceClock(3000);
  expect(given.server.payments().map(({ amount }) => amount)).toEqual([100]);
  expect(given.server.sent).toHaveLength(1);
  expect(given.done).toEqual(["payment"]);
});

test("payment dialog — sends the entered amount, not the received cash", async () => {
  const given = await givenPayment("100");
  given.payment()?.send({ type: "given.type", text: "500" });
  submit(given);
  await advanceClock();
  expect(given.server.sent[0]?.body).toEqual({
    payment: [{ paymentMethodId: 1, amount: 100 }],
    companyId: 1,
    orderId: 17,
    orderStatusId: null,
    orderStatusReason: null,
  });
});

test("payment dialog — sends several payment methods and a new status in one request", async () => {
  const given = await givenPayment("400");
  given.payment()?.send({ type: "row.add" });
  given.payment()?.send({ type: "status.choose", status: aStatus({ id: 9, isRequireReason: true }) });
  given.payment()?.send({ type: "reason.type", text: " по просьбе клиента " });
  submit(given);
  await advanceClock();
  expect(given.server.sent.map(({ body }) => body)).toEqual([
    {
      payment: [
        { paymentMethodId: 1, amount: 400 },
        { paymentMethodId: 2, amount: 600 },
      ],
      companyId: 1,
      orderId: 17,
      orderStatusId: 9,
      orderStatusReason: "по просьбе клиента",
    },
  ]);
});

test("payment dialog — does not send a row without an amount", async () => {
  const given = await givenPayment("1000");
  given.payment()?.send({ type: "row.add" });
  submit(given);
  await advanceClock();
  expect(given.server.sent[0]?.body).toMatchObject({ payment: [{ paymentMethodId: 1, amount: 1000 }] });
});

test("payment dialog — has at least one row, and at most one row for each payment method", async () => {
  const given = await givenPayment("1");
  for (let click = 0; click < 3; click += 1) given.payment()?.send({ type: "row.add" });
  expect(
    given
      .payment()
      ?.getSnapshot()
      .context.rows.map(({ methodId }) => methodId),
  ).toEqual([1, 2]);
  given.payment()?.send({ type: "row.remove", id: 2 });
  given.payment()?.send({ type: "row.remove", id: 1 });
  expect(given.payment()?.getSnapshot().context.rows).toEqual([row("1")]);
});

test("payment dialog — offers only internal payment methods unless it issues an invoice", async () => {
  const given = await givenPayment("1");
  expect(
    given
      .payment()
      ?.getSnapshot()
      .context.methods.map(({ name }) => name),
  ).toEqual(["Наличные", "Карта"]);
});

test("payment dialog — shortens a reason to 500 characters, and clears the reason when the user clears the status", async () => {
  const given = await givenPayment("1");
  given.payment()?.send({ type: "status.choose", status: aStatus({ id: 9, isRequireReason: true }) });
  given.payment()?.send({ type: "reason.type", text: "я".repeat(600) });
  expect(given.payment()?.getSnapshot().context.reason).toHaveLength(500);
  given.payment()?.send({ type: "status.choose", status: null });
  expect(given.payment()?.getSnapshot().context).toMatchObject({ status: null, reason: "" });
});

test("payment dialog — stores the payment in the journal before the request", async () => {
  const given = await givenPayment("100");
  submit(given);
  await advanceClock(5);
  expect(given.server.sent).toEqual([]);
  expect([...given.intents.values()].map(({ request }) => request.move.kind)).toEqual(["payment"]);
  await advanceClock();
  expect(given.intents.size).toBe(0);
});

test("payment dialog — recognises a payment with a lost response, and records the payment once", async () => {
  const server = createOrderServer();
  server.book(100, "of another user");
  const given = await givenPayment("100", server);
  given.server.setNetwork("answerLost");
  submit(given);
  await advanceClock();
  expect(given.done).toEqual(["payment"]);
  expect(given.server.payments()).toHaveLength(2);
});

test("payment dialog — does not mistake another user's payment of the same amount for the lost payment", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("requestLost");
  submit(given);
  await advanceClock(15);
  given.server.book(100, "of another user");
  await advanceClock();
  expect(given.move()?.getSnapshot().value).toBe("notRecorded");
});

test("payment dialog — accepts no second payment during an outage", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("closed");
  submit(given);
  await advanceClock(60_000);
  expect(given.move()?.getSnapshot().hasTag("verifying")).toBe(true);
  submit(given);
  given.server.setNetwork("open");
  await advanceClock(30_000);
  expect(given.move()?.getSnapshot().value).toBe("notRecorded");
  expect(given.server.sent).toEqual([]);
});

test("payment dialog — retries a payment under the same idempotency key", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("requestDelayed");
  submit(given);
  await advanceClock(1000);
  given.server.setNetwork("open");
  given.move()?.send({ type: "mutation.repeat" });
  await advanceClock(10_000);
  expect(given.server.sent).toHaveLength(2);
  expect(new Set(given.server.sent.map(({ key }) => key)).size).toBe(1);
  expect(given.server.payments()).toHaveLength(1);
});

test("payment dialog — keeps the idempotency key if the server answers that the first attempt is still in progress", async () => {
  const inProgress = [{ type: "urn:problem:in-progress", status: 409, message: "Ещё выполняется." }];
  const server = serverWith(() => {
    const [body] = inProgress.splice(0);
    return body && Response.json(body, { status: 409 });
  });
  const given = await givenPayment("100", server);
  submit(given);
  await advanceClock();
  const [key] = given.intents.keys();
  expect(key).toBeDefined();
  given.move()?.send({ type: "mutation.repeat" });
  await advanceClock();
  expect(given.server.sent.map((one) => one.key)).toEqual([key]);
  expect(given.server.payments().map(({ amount }) => amount)).toEqual([100]);
});

test("payment dialog — removes a dropped payment from the journal", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("requestLost");
  submit(given);
  await advanceClock();
  given.server.setNetwork("open");
  given.move()?.send({ type: "mutation.drop" });
  await advanceClock();
  expect(given.intents.size).toBe(0);
  expect(given.progress()).toBe("entering");
  expect(given.dialog()?.getSnapshot().context.isDropped).toBe(true);
  expect(given.payment()?.getSnapshot().context.rows).toEqual([row("100")]);
  expect(given.done).toEqual([]);
});

test("payment dialog — after a reload, first verifies the payment in the journal", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("answerLost");
  submit(given);
  await advanceClock(5);
  given.reload();
  given.server.setNetwork("open");
  await advanceClock(1000);
  expect(given.done).toEqual(["payment"]);
  expect(given.intents.size).toBe(0);
  expect(given.server.payments()).toHaveLength(1);
});

test("payment dialog closed during a verification — blocks other payments, and the user can resume the verification", async () => {
  const given = await givenPayment("100");
  given.server.setNetwork("closed");
  submit(given);
  await advanceClock(1000);
  given.screen().send({ type: "dialog.close" });
  await advanceClock(100);
  expect(given.screen().getSnapshot().value.dialog).toBe("postponed");
  expect(given.screen().getSnapshot().can({ type: "payment.open" })).toBe(false);
  expect(reasonNotTo(given.screen().getSnapshot(), { type: "payment.open" })).toEqual({ code: "verifying" });
  given.server.setNetwork("open");
  given.screen().send({ type: "intent.verify" });
  await advanceClock(1000);
  expect(given.move()?.getSnapshot().value).toBe("notRecorded");
});

test("payment dialog — shows the server's message and the new amount due after a refusal", async () => {
  const given = await givenPayment("600");
  given.server.change({ version: given.server.order().version, amount: 500 });
  submit(given);
  await advanceClock();
  expect(given.progress()).toBe("entering");
  expect(given.dialog()?.getSnapshot().context.failure?.message).toBe("Сумма больше остатка.");
  const form = given.payment()?.getSnapshot();
  expect(form && reasonNotToPay(form.context)).toEqual({ code: "overDue", excess: 100, due: 500 });
  expect(given.intents.size).toBe(0);
});

test("payment dialog — shows both versions of an order that another user changed before the payment", async () => {
  const given = await givenPayment("100");
  given.server.change({ note: "без лука" });
  submit(given);
  await advanceClock();
  const context = given.dialog()?.getSnapshot().context;
  expect(context?.before?.note).toBeNull();
  expect(context?.snapshot.order.note).toBe("без лука");
  submit(given);
  await advanceClock();
  expect(given.done).toEqual(["payment"]);
  expect(new Set(given.server.sent.map(({ key }) => key)).size).toBe(2);
  expect(given.server.payments()).toHaveLength(1);
});

test("payment dialog — refuses to pay an order that another user has closed", async () => {
  const given = await givenPayment("100");
  given.server.change({ isClosed: true });
  submit(given);
  await advanceClock();
  const form = given.payment()?.getSnapshot();
  expect(given.progress()).toBe("entering");
  expect(form && reasonNotToPay(form.context)).toEqual({ code: "closed" });
  submit(given);
  await advanceClock();
  expect(given.server.payments()).toEqual([]);
});

test("payment dialog — does not send a payment that the journal cannot store", async () => {
  const given = await givenPayment("100");
  vi.spyOn(given.intents, "set").mockImplementation(() => {
    throw new Error("no room");
  });
  submit(given);
  await advanceClock();
  expect(given.server.sent).toEqual([]);
  expect(given.progress()).toBe("entering");
  expect(given.dialog()?.getSnapshot().context.failure).toMatchObject({ kind: "notStored" });
});

test.each([
  ["refund", { isRejected: true }],
  ["confirm", { isComplited: true }],
] as const)("payment dialog — sends the action '%s' once after the user's confirmation", async (kind, facts) => {
  const given = givenOrderScreen();
  given.server.book(100, null, { isComplited: kind === "refund" });
  await advanceClock();
  given.screen().send({ type: "action.open", kind, paymentId: 1 });
  await advanceClock();
  expect(given.server.sent).toEqual([]);
  given.action()?.send({ type: "form.submit" });
  given.action()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.server.sent).toHaveLength(1);
  expect(given.server.payments()[0]).toMatchObject(facts);
  expect(given.done).toEqual(["action"]);
});

test("payment dialog — recognises a refund with a lost response by the state of the refunded payment", async () => {
  const given = givenOrderScreen();
  given.server.book(100, null);
  await advanceClock();
  given.screen().send({ type: "action.open", kind: "refund", paymentId: 1 });
  given.server.setNetwork("answerLost");
  given.action()?.send({ type: "form.submit" });
  await advanceClock(1000);
  expect(given.done).toEqual(["action"]);
  expect(given.server.sent).toHaveLength(1);
});

test("payment dialog — shows the server's message if the payment provider does not respond to the check of a payment", async () => {
  const problem = problemOf(502, "Платёжная система не отвечает.");
  const given = givenOrderScreen(
    {},
    serverWith((path) => (path.includes("/CheckExternalPayment/") ? Response.json(problem, problem) : undefined)),
  );
  given.server.book(100, "other", { isExternal: true, isComplited: false });
  await advanceClock();
  given.screen().send({ type: "action.open", kind: "check", paymentId: 1 });
  await advanceClock();
  given.action()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.progress()).toBe("entering");
  expect(given.dialog()?.getSnapshot().context.failure?.message).toBe(problem.message);
  expect(given.done).toEqual([]);
});
