import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whyNotPay } from "#machines/payments/acceptPayment.machine.ts";
import { filled, sumsOf, totalOf, typed, whyNot } from "#machines/payments/acceptPayment.ts";
import { aPayment, aStatus } from "../support/machines/orderSamples.ts";
import { createOrderServer, givenOrderScreen } from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

/** A server that answers certain calls in its own way. */
const serverWith = (answer: (path: string) => Response | undefined): ReturnType<typeof createOrderServer> => {
  const server = createOrderServer();
  return {
    ...server,
    fetch: async (request) =>
      (request.method === "POST" && answer(new URL(request.url).pathname)) || server.fetch(request),
  };
};

/** An open payment dialog with an amount in its first row. */
const givenPayment = async (text: string, server = createOrderServer()) => {
  const world = givenOrderScreen({}, server);
  await pass();
  world.screen().send({ type: "payment.open" });
  await pass();
  world.payment()?.send({ type: "row.type", id: 1, text });
  return world;
};

const submit = ({ payment }: Awaited<ReturnType<typeof givenPayment>>) => payment()?.send({ type: "payment.submit" });

const row = (text: string) => ({ id: 1, methodId: 1, text });

test.each([
  ["1,5", "1,5"],
  ["1.", "1."],
  ["00", "0"],
  ["007", "7"],
  ["", ""],
  ["12.34", "12.34"],
])("the amount %j is kept as %j", (text, kept) => {
  expect(typed([row("")], 1, text)).toEqual([row(kept)]);
});

test.each(["abc", "-1", "1.234", "1e3"])("the amount %j leaves the field as it was", (text) => {
  expect(typed([row("5")], 1, text)).toEqual([row("5")]);
});

test("the balance is the order's amount less completed and pending payments that are not rejected", () => {
  const payments = [
    aPayment({ amount: 100 }),
    aPayment({ amount: 200, isComplited: false }),
    aPayment({ amount: 300, isRejected: true }),
  ];
  const order = { amount: 1000, isCanceled: false };
  expect(sumsOf(order, payments)).toEqual({ accepted: 100, pending: 200, due: 700, unpaid: 900 });
  expect(sumsOf({ ...order, isCanceled: true }, [])).toMatchObject({ due: 0, unpaid: 1000 });
});

test("'Вся сумма' fills the balance that the other rows leave", () => {
  const rows = [row("250,50"), { id: 2, methodId: 2, text: "" }];
  expect(filled(rows, 2, 1000)[1]?.text).toBe("749,50");
  expect(totalOf(filled(rows, 2, 1000))).toBe(1000);
});

test("the button says why: nothing typed, more than the balance, too little cash, no reason", () => {
  const form = { isClosed: false, rows: [row("100")], given: "", reason: "", due: 1000, cash: 100, needsReason: false };
  expect(whyNot(form)).toBeUndefined();
  expect(whyNot({ ...form, rows: [row("")] })).toBe("Введите сумму");
  expect(whyNot({ ...form, due: 99.5 })).toMatch(/^Больше остатка на 0,50/);
  expect(whyNot({ ...form, given: "50" })).toMatch(/^Получено меньше суммы на 50,00/);
  expect(whyNot({ ...form, needsReason: true, reason: "  " })).toBe("Укажите причину смены статуса");
  expect(whyNot({ ...form, isClosed: true })).toBe("Заказ закрыт");
});

test("a payment above the balance is not sent", async () => {
  const world = await givenPayment("1000,01");
  submit(world);
  await pass();
  expect(world.server.sent).toEqual([]);
  expect(world.payment()?.getSnapshot().value).toBe("entering");
});

test("a double click sends one payment", async () => {
  const world = await givenPayment("100");
  submit(world);
  submit(world);
  await pass(3000);
  expect(world.server.payments().map(({ amount }) => amount)).toEqual([100]);
  expect(world.server.sent).toHaveLength(1);
  expect(world.told).toEqual(["Оплата принята"]);
});

test("what is sent is the amount due, not the cash that was received", async () => {
  const world = await givenPayment("100");
  world.payment()?.send({ type: "given.type", text: "500" });
  submit(world);
  await pass();
  expect(world.server.sent[0]?.body).toEqual({
    payment: [{ paymentMethodId: 1, amount: 100 }],
    orderStatusId: null,
    orderStatusReason: null,
  });
});

test("several methods and a new status with its reason go in one call", async () => {
  const world = await givenPayment("400");
  world.payment()?.send({ type: "row.add" });
  world.payment()?.send({ type: "status.choose", status: aStatus({ id: 9, isRequireReason: true }) });
  world.payment()?.send({ type: "reason.type", text: " по просьбе клиента " });
  submit(world);
  await pass();
  expect(world.server.sent.map(({ body }) => body)).toEqual([
    {
      payment: [
        { paymentMethodId: 1, amount: 400 },
        { paymentMethodId: 2, amount: 600 },
      ],
      orderStatusId: 9,
      orderStatusReason: "по просьбе клиента",
    },
  ]);
});

test("external methods are not offered for a payment by hand", async () => {
  const world = await givenPayment("1");
  expect(
    world
      .payment()
      ?.getSnapshot()
      .context.methods.map(({ name }) => name),
  ).toEqual(["Наличные", "Карта"]);
});

test("the intent is in the journal before the call, and out of it after the end", async () => {
  const world = await givenPayment("100");
  submit(world);
  await pass(5);
  expect(world.server.sent).toEqual([]);
  expect([...world.intents.values()].map(({ move }) => move.kind)).toEqual(["payment"]);
  await pass();
  expect(world.intents.size).toBe(0);
});

test("an answer lost after the booking ends in accepted, by the key", async () => {
  const world = await givenPayment("100");
  world.server.book(100, "of another operator");
  world.payment()?.send({ type: "row.type", id: 1, text: "100" });
  world.server.change({});
  world.screen().send({ type: "dialog.close" });
  await pass();
  world.screen().send({ type: "order.reload" });
  await pass();
  world.screen().send({ type: "payment.open" });
  await pass();
  world.payment()?.send({ type: "row.type", id: 1, text: "100" });
  world.server.take("lostAfter");
  submit(world);
  await pass();
  expect(world.told).toEqual(["Оплата принята"]);
  expect(world.server.payments()).toHaveLength(2);
});

test("an equal sum of another operator is not taken for ours", async () => {
  const world = await givenPayment("100");
  world.server.take("lostBefore");
  submit(world);
  await pass(15);
  world.server.book(100, "of another operator");
  await pass();
  expect(world.payment()?.getSnapshot().children.move?.getSnapshot().value).toBe("notRecorded");
});

test("while nobody answers the dialog verifies, and never asks to pay again", async () => {
  const world = await givenPayment("100");
  world.server.take("closed");
  submit(world);
  await pass(60_000);
  expect(world.payment()?.getSnapshot().children.move?.getSnapshot().hasTag("verifying")).toBe(true);
  world.payment()?.send({ type: "payment.submit" });
  world.server.take("open");
  await pass(5000);
  expect(world.payment()?.getSnapshot().children.move?.getSnapshot().value).toBe("notRecorded");
});

test("sent again after it was not recorded, a payment keeps its key", async () => {
  const world = await givenPayment("100");
  world.server.take("late");
  submit(world);
  await pass(1000);
  world.server.take("open");
  world.payment()?.getSnapshot().children.move?.send({ type: "move.again" });
  await pass(10_000);
  expect(new Set(world.server.sent.map(({ key }) => key)).size).toBe(1);
  expect(world.server.payments()).toHaveLength(1);
});

test("a payment whose first attempt is still at work is no refusal: its intent stays, and so does its key", async () => {
  const atWork = [{ type: "urn:problem:in-progress", status: 409, message: "Ещё выполняется." }];
  const server = serverWith(() => {
    const [body] = atWork.splice(0);
    return body && Response.json(body, { status: 409 });
  });
  const world = await givenPayment("100", server);
  submit(world);
  await pass();
  const [key] = world.intents.keys();
  expect(key).toBeDefined();
  world.payment()?.getSnapshot().children.move?.send({ type: "move.again" });
  await pass();
  expect(world.server.sent.map((one) => one.key)).toEqual([key]);
  expect(world.server.payments().map(({ amount }) => amount)).toEqual([100]);
});

test("after a reload the journal is verified first", async () => {
  const world = await givenPayment("100");
  world.server.take("lostAfter");
  submit(world);
  await pass(5);
  world.reload();
  world.server.take("open");
  await pass(1000);
  expect(world.told).toEqual(["Оплата принята"]);
  expect(world.intents.size).toBe(0);
  expect(world.server.payments()).toHaveLength(1);
});

test("a dialog left while its payment is in doubt comes back until the payment is known", async () => {
  const world = await givenPayment("100");
  world.server.take("closed");
  submit(world);
  await pass(1000);
  world.screen().send({ type: "dialog.close" });
  await pass(100);
  expect(world.screen().getSnapshot().value.dialog).toBe("postponed");
  expect(world.screen().getSnapshot().can({ type: "payment.open" })).toBe(false);
  world.server.take("open");
  world.screen().send({ type: "intent.verify" });
  await pass(1000);
  expect(world.payment()?.getSnapshot().children.move?.getSnapshot().value).toBe("notRecorded");
});

test("a refusal returns to the form with the server's words and the new balance", async () => {
  const world = await givenPayment("600");
  world.server.change({ version: world.server.order().version, amount: 500 });
  submit(world);
  await pass();
  const snapshot = world.payment()?.getSnapshot();
  expect(snapshot?.value).toBe("entering");
  expect(snapshot?.context.message).toBe("Сумма больше остатка.");
  expect(snapshot && whyNotPay(snapshot.context)).toMatch(/^Больше остатка на 100,00/);
});

test("a stale version shows what changed, and the operator goes on with the new one", async () => {
  const world = await givenPayment("100");
  world.server.change({ note: "без лука" });
  submit(world);
  await pass();
  const snapshot = world.payment()?.getSnapshot();
  expect(snapshot?.context.before?.note).toBeNull();
  expect(snapshot?.context.order.note).toBe("без лука");
  submit(world);
  await pass();
  expect(world.told).toEqual(["Оплата принята"]);
});

test("an order that was closed meanwhile is not offered to be paid", async () => {
  const world = await givenPayment("100");
  world.server.change({ isClosed: true });
  submit(world);
  await pass();
  const snapshot = world.payment()?.getSnapshot();
  expect(snapshot?.value).toBe("entering");
  expect(snapshot && whyNotPay(snapshot.context)).toBe("Заказ закрыт");
});

test("a journal that cannot be written sends nothing", async () => {
  const world = await givenPayment("100");
  vi.spyOn(world.intents, "set").mockImplementation(() => {
    throw new Error("no room");
  });
  submit(world);
  await pass();
  expect(world.server.sent).toEqual([]);
  expect(world.payment()?.getSnapshot().context.message).toMatch(/не отправлена/);
});

test.each([
  ["refund", { isRejected: true }],
  ["confirm", { isComplited: true }],
] as const)("%s asks first, and a double click does it once", async (kind, facts) => {
  const world = givenOrderScreen();
  world.server.book(100, null, { isComplited: kind === "refund" });
  await pass();
  world.screen().send({ type: "action.open", kind, paymentId: 1 });
  await pass();
  expect(world.server.sent).toEqual([]);
  world.action()?.send({ type: "action.confirm" });
  world.action()?.send({ type: "action.confirm" });
  await pass();
  expect(world.server.sent).toHaveLength(1);
  expect(world.server.payments()[0]).toMatchObject(facts);
});

test("a refund whose answer was lost is found by what became of the payment", async () => {
  const world = givenOrderScreen();
  world.server.book(100, null);
  await pass();
  world.screen().send({ type: "action.open", kind: "refund", paymentId: 1 });
  world.server.take("lostAfter");
  world.action()?.send({ type: "action.confirm" });
  await pass(1000);
  expect(world.told).toEqual(["Готово"]);
});

test("a check that the provider did not answer is told in the server's words, not as done", async () => {
  const silent = { status: 502, message: "Платёжная система не отвечает." };
  const world = givenOrderScreen(
    {},
    serverWith((path) => (path.includes("/CheckExternalPayment/") ? Response.json(silent, silent) : undefined)),
  );
  world.server.book(100, "other", { isExternal: true, isComplited: false });
  await pass();
  world.screen().send({ type: "action.open", kind: "check", paymentId: 1 });
  await pass();
  world.action()?.send({ type: "action.confirm" });
  await pass();
  expect(world.action()?.getSnapshot()).toMatchObject({ value: "refused", context: { message: silent.message } });
});
