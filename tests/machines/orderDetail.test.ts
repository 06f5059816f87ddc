import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import {
  changesOf,
  isNews,
  paymentChanges,
  paymentState,
  pendingInvoices,
} from "#machines/orders/detail/orderDetail.ts";
import { orderDetailPrintActors } from "#machines/orders/detail/orderDetailPrint.actors.ts";
import {
  orderDetailPrintMachine,
  type Printed,
  type PrintRequest,
} from "#machines/orders/detail/orderDetailPrint.machine.ts";
import { anOrder, aPayment, aStatus } from "../support/machines/orderSamples.ts";
import { givenOrderScreen } from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms = 500) => vi.advanceTimersByTimeAsync(ms);
const words = {
  statuses: [aStatus({ id: 1, name: "Новый" }), aStatus({ id: 2, name: "Готовится" })],
  tags: [],
  discounts: [],
  dateTime: (instant: string) => instant,
};

const givenScreen = async () => {
  const world = givenOrderScreen();
  await pass();
  return world;
};

test("a payment is pending, completed or rejected", () => {
  const states = [aPayment({ isComplited: false }), aPayment(), aPayment({ isRejected: true })].map(paymentState);
  expect(states).toEqual(["pending", "completed", "rejected"]);
});

test("changes of an order are told in the words of the screen", () => {
  expect(changesOf(anOrder(), anOrder({ statusId: 2, note: "без лука" }), words)).toEqual([
    "комментарий: нет → без лука",
    "статус: Новый → Готовится",
  ]);
});

test("changes of payments are told by their state", () => {
  const told = paymentChanges([aPayment()], [aPayment({ isRejected: true }), aPayment({ id: 2, amount: 50 })]);
  expect(told.map((text) => text.replaceAll("\u00a0", " "))).toEqual([
    "оплата Наличные 100,00 р.: возвращена",
    "оплата Наличные 50,00 р.: принята",
  ]);
});

test("only external payments that wait are followed", () => {
  const payments = [
    aPayment({ id: 1, isExternal: true, isComplited: false }),
    aPayment({ id: 2, isExternal: true }),
    aPayment({ id: 3, isComplited: false }),
  ];
  expect(pendingInvoices(payments)).toEqual([1]);
});

test("a status that closes is offered with what is not received, pending payments too", async () => {
  const { server, screen, reload } = givenOrderScreen();
  server.book(400, null);
  server.book(600, null, { isComplited: false });
  reload();
  await pass();
  screen().send({ type: "status.open" });
  expect(screen().getSnapshot().children.status?.getSnapshot()).toMatchObject({ context: { unpaid: 600 } });
});

test("a payment that came is news although the order's version is the same", () => {
  const order = anOrder();
  expect(isNews({ order, payments: [] }, { order, payments: [] })).toBe(false);
  expect(isNews({ order, payments: [] }, { order, payments: [aPayment()] })).toBe(true);
});

test("the order is read again every 10 s, and what another operator changed is shown", async () => {
  const { screen, server } = await givenScreen();
  server.change({ note: "без лука" });
  await pass(10_500);
  const { before, standing } = screen().getSnapshot().context;
  expect(before?.order.note).toBeNull();
  expect(standing?.order.note).toBe("без лука");
  screen().send({ type: "changes.dismiss" });
  expect(screen().getSnapshot().context.before).toBeUndefined();
});

test("changes that come one after the other are told from the first one on", async () => {
  const { screen, server } = await givenScreen();
  server.change({ note: "без лука" });
  await pass(10_500);
  server.change({ persons: 3 });
  await pass(10_500);
  expect(screen().getSnapshot().context.before?.order).toMatchObject({ note: null, persons: null });
});

test("the operator's own change needs no announcement", async () => {
  const { screen, server, payment } = await givenScreen();
  screen().send({ type: "payment.open" });
  await pass();
  payment()?.send({ type: "row.fill", id: 1 });
  payment()?.send({ type: "payment.submit" });
  await pass(1000);
  expect(server.payments()).toHaveLength(1);
  expect(screen().getSnapshot().context.before).toBeUndefined();
  expect(screen().getSnapshot().context.standing?.payments).toHaveLength(1);
});

test("what another operator did meanwhile is shown as soon as a dialog is left", async () => {
  const { screen, server } = await givenScreen();
  screen().send({ type: "payment.open" });
  await pass();
  server.change({ note: "без лука" });
  screen().send({ type: "dialog.close" });
  await pass(100);
  expect(screen().getSnapshot().context.standing?.order.note).toBe("без лука");
  expect(screen().getSnapshot().context.before?.order.note).toBeNull();
});

test("a hidden page is not kept fresh, and is read at once when it is shown", async () => {
  const { screen, server } = await givenScreen();
  screen().send({ type: "page.hide" });
  server.change({ note: "без лука" });
  await pass(60_000);
  expect(screen().getSnapshot().context.standing?.order.note).toBeNull();
  screen().send({ type: "page.show" });
  await pass(100);
  expect(screen().getSnapshot().context.standing?.order.note).toBe("без лука");
});

test("when the server is away the old data stays, and reading goes on", async () => {
  const { screen, server } = await givenScreen();
  server.take("closed");
  await pass(11_000);
  expect(screen().getSnapshot().hasTag("away")).toBe(true);
  expect(screen().getSnapshot().hasTag("known")).toBe(true);
  server.take("open");
  await pass(6000);
  expect(screen().getSnapshot().hasTag("away")).toBe(false);
});

test("a closed order takes no payment, no invoice and no other status", async () => {
  const { screen, server } = await givenScreen();
  server.change({ isClosed: true });
  screen().send({ type: "order.reload" });
  await pass();
  for (const event of [
    { type: "payment.open" as const },
    { type: "status.open" as const },
    { type: "invoice.open" as const },
  ]) {
    expect(screen().getSnapshot().can(event)).toBe(false);
  }
});

test("a second dialog does not open over the first", async () => {
  const { screen } = await givenScreen();
  screen().send({ type: "payment.open" });
  screen().send({ type: "invoice.open" });
  await pass();
  expect(Object.keys(screen().getSnapshot().children)).toContain("payment");
  expect(screen().getSnapshot().value.dialog).toBe("paying");
});

test("leaving a dialog without having sent anything leaves nothing in doubt", async () => {
  const { screen } = await givenScreen();
  screen().send({ type: "payment.open" });
  await pass();
  screen().send({ type: "dialog.close" });
  await pass();
  expect(screen().getSnapshot().value.dialog).toBe("closed");
});

const givenPrinter = (printed: Printed) => {
  const heard: string[] = [];
  let asked = 0;
  const print = fromPromise<Printed, PrintRequest>(async () => {
    asked += 1;
    return printed;
  });
  const printer = createActor(orderDetailPrintMachine.provide({ actors: { print } }), {
    input: { companyId: 1, orderId: 17 },
  });
  printer.on("told", ({ text }) => heard.push(text));
  printer.on("print.open", ({ jobIds }) => heard.push(`open ${jobIds.join()}`));
  return { printer: printer.start(), heard, asked: () => asked };
};

test("without a printer on duty the printable page is opened", async () => {
  const { printer, heard } = givenPrinter({ kind: "queued", what: "kitchen", manualIds: [44, 45] });
  printer.send({ type: "print.ask", what: "kitchen", version: 7 });
  await pass();
  expect(heard).toEqual(["open 44,45"]);
});

test("with a printer on duty the job goes to it, and a double click sends one job", async () => {
  const { printer, heard, asked } = givenPrinter({ kind: "queued", what: "preBill", manualIds: [] });
  printer.send({ type: "print.ask", what: "preBill", version: 7 });
  printer.send({ type: "print.ask", what: "preBill", version: 7 });
  await pass();
  expect(heard).toEqual(["Отправлено на печать"]);
  expect(asked()).toBe(1);
});

test("when the kitchen knows it all that is said, and the whole order is offered", async () => {
  const asked: PrintRequest[] = [];
  const print = fromPromise<Printed, PrintRequest>(async ({ input }) => {
    asked.push(input);
    return { kind: "unchanged" };
  });
  const printer = createActor(orderDetailPrintMachine.provide({ actors: { print } }), {
    input: { companyId: 1, orderId: 17 },
  }).start();
  printer.send({ type: "print.ask", what: "kitchen", version: 7 });
  await pass();
  expect(printer.getSnapshot().value).toBe("offering");
  printer.send({ type: "print.whole" });
  await pass();
  expect(asked.map(({ isWhole }) => isWhole)).toEqual([false, true]);
  printer.send({ type: "print.drop" });
  expect(printer.getSnapshot().value).toBe("idle");
});

test("a job that nobody answered for may be in the queue: that is said, and what is printed is read again", async () => {
  const { printer, heard } = givenPrinter({ kind: "unanswered" });
  printer.on("print.sent", () => heard.push("sent"));
  printer.send({ type: "print.ask", what: "preBill", version: 7 });
  await pass();
  expect(heard).toEqual(["sent"]);
  expect(printer.getSnapshot()).toMatchObject({
    value: "idle",
    context: { problem: expect.stringContaining("Сервер не ответил") },
  });
});

test("what nobody answered is sent again under its key, of another version of the order under another", async () => {
  const keys: (string | null)[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ headers }) => {
      keys.push(headers.get("Idempotency-Key"));
      if (keys.length < 3) throw new NoAnswer();
      return Response.json({ id: 44, isPrinterOnDuty: true });
    },
  });
  let made = 0;
  const newKey = () => {
    made += 1;
    return `key-of-a-test-${made}`;
  };
  const machine = orderDetailPrintMachine.provide({ actors: orderDetailPrintActors(api, newKey) });
  const printer = createActor(machine, { input: { companyId: 1, orderId: 17 } }).start();
  for (const version of [7, 8, 7, 7]) {
    printer.send({ type: "print.ask", what: "preBill", version });
    await pass();
    await pass();
  }
  expect(keys.map((key) => key?.at(-1))).toEqual(["1", "2", "1", "3"]);
});

test("a refused job says why in the server's words", async () => {
  const { printer, heard } = givenPrinter({ kind: "failed", message: "Нет права печатать." });
  printer.send({ type: "print.ask", what: "preBill", version: 7 });
  await pass();
  expect(heard).toEqual([]);
  expect(printer.getSnapshot().context.problem).toBe("Нет права печатать.");
  printer.send({ type: "problem.dismiss" });
  expect(printer.getSnapshot().context.problem).toBeUndefined();
});
