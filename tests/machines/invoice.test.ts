import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi } from "#api/client.ts";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import {
  INVOICE_POLLING,
  type InvoiceQuery,
  pendingInvoicesQuery,
  type WatchedInvoices,
} from "#machines/payments/invoiceWatch.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { createOrderServer, givenOrderScreen } from "../support/machines/paymentFixtures.ts";
import { problemOf } from "../support/machines/problems.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

const givenInvoice = async (server = createOrderServer()) => {
  const given = givenOrderScreen({}, server);
  await advanceClock();
  given.screen().send({ type: "invoice.open" });
  await advanceClock();
  return given;
};

test("the invoice form — offers only external payment methods and fills in the amount due", async () => {
  const { invoice } = await givenInvoice();
  expect(invoice()?.getSnapshot().context).toMatchObject({
    methods: [{ name: "Онлайн" }],
    rows: [{ methodId: 3, text: "1000" }],
  });
});

test("an invoice submitted twice — is issued once, shown with its link, and polled until the invoice is paid", async () => {
  const given = await givenInvoice();
  given.invoice()?.send({ type: "form.submit" });
  given.invoice()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.server.payments()).toHaveLength(1);
  expect(given.server.sent[0]?.body).toEqual({ companyId: 1, orderId: 17, paymentMethodId: 3, amount: 1000 });
  expect(given.screen().getSnapshot()).toMatchObject({
    value: { dialog: "invoice", invoices: "watching" },
    context: { invoiceId: 1, snapshot: { payments: [{ externalUrl: "/pay", isComplited: false }] } },
  });
  given.server.changePayment(1, { isComplited: true });
  await advanceClock(11_000);
  expect(given.screen().getSnapshot().context.snapshot?.payments[0]?.isComplited).toBe(true);
  await advanceClock(6000);
  expect(given.screen().getSnapshot().value.invoices).toBe("idle");
});

test("an invoice with a lost response — is issued only once and is shown in the dialog", async () => {
  const given = await givenInvoice();
  given.server.setNetwork("answerLost");
  given.invoice()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.server.payments()).toHaveLength(1);
  expect(given.screen().getSnapshot()).toMatchObject({ value: { dialog: "invoice" }, context: { invoiceId: 1 } });
});

test("an invoice with a lost response — is found by its idempotency key, despite another user's equal invoice", async () => {
  const given = await givenInvoice(createOrderServer({ isVersionless: true }));
  given.server.book(400, "of another user", { isExternal: true, isComplited: false, externalUrl: "/other" });
  given.server.setNetwork("answerLost");
  given.invoice()?.send({ type: "amount.type", text: "400" });
  given.invoice()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.server.payments().map(({ id, amount }) => [id, amount])).toEqual([
    [1, 400],
    [2, 400],
  ]);
  expect(given.screen().getSnapshot()).toMatchObject({ value: { dialog: "invoice" }, context: { invoiceId: 2 } });
});

test("an invoice above the amount due — is not sent", async () => {
  const given = await givenInvoice();
  given.invoice()?.send({ type: "amount.type", text: "1000,01" });
  given.invoice()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.server.sent).toEqual([]);
});

test("a refused invoice — leads back to the form, with the server's message", async () => {
  const given = await givenInvoice();
  given.server.change({ version: given.server.order().version, amount: 500 });
  given.invoice()?.send({ type: "form.submit" });
  await advanceClock();
  expect(given.progress()).toBe("entering");
  expect(given.dialog()?.getSnapshot().context.failure?.message).toBe("Сумма больше остатка.");
  given.invoice()?.send({ type: "amount.fill" });
  expect(given.invoice()?.getSnapshot().context.rows[0]?.text).toBe("500");
});

/** Starts the polling of invoices. `answers` contains the server's answers by payment id. */
const givenWatch = (answers: Record<string, () => Response>) => {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const id = request.url.split("/").at(-1) ?? "";
    asked.push(id);
    bodies.push(await request.json());
    return answers[id]?.() ?? Response.error();
  };
  const { environment, report } = givenEnvironment();
  const parts = { api: createApi({ baseUrl: "http://server", fetch }), now: Date.now, environment };
  const machine = queryMachineOf<InvoiceQuery, WatchedInvoices>().provide({
    actors: queryActors(parts, pendingInvoicesQuery),
  });
  const input = {
    query: { companyId: 1, orderId: 17, paymentIds: Object.keys(answers).map(Number) },
    polling: INVOICE_POLLING,
  };
  const watch = createActor(machine, { input }).start();
  return { watch, asked, bodies, report, state: () => watch.getSnapshot().context.data?.state };
};

const pending = () => Response.json({ status: "pending" });
const paid = () => Response.json({ status: "succeeded" });
const noAnswer = () => Response.json(problemOf(502, "ЮKassa не отвечает."), { status: 502 });
const forbidden = () => Response.json({ message: "Нет права." }, { status: 403 });

test("a pending invoice — is checked every 5 s", async () => {
  const { asked, bodies } = givenWatch({ 1: pending });
  await advanceClock(16_000);
  expect(asked).toHaveLength(4);
  expect(bodies[0]).toEqual({ companyId: 1, orderId: 17, paymentId: 1 });
});

test("an invoice on a hidden page — is checked less often, and immediately when the page is shown", async () => {
  const { asked, report } = givenWatch({ 1: pending });
  await advanceClock(100);
  report({ type: "page.hide" });
  await advanceClock(29_000);
  expect(asked).toHaveLength(1);
  report({ type: "page.show" });
  await advanceClock(100);
  expect(asked).toHaveLength(2);
});

test("links to payment pages — are kept for each pending invoice under its payment id", async () => {
  const externalUrl = "https://pay.example/i/1";
  const { watch } = givenWatch({
    1: () => Response.json({ status: "pending", externalUrl }),
    2: () => Response.json({ status: "pending", externalUrl: null }),
  });
  await advanceClock(100);
  expect(watch.getSnapshot().context.data).toEqual({ state: "pending", addresses: { 1: externalUrl } });
});

test("an invoice check that the provider does not answer — is retried", async () => {
  const { asked, watch } = givenWatch({ 1: noAnswer });
  await advanceClock(20_000);
  expect(asked.length).toBeGreaterThan(1);
  expect(watch.getSnapshot()).toMatchObject({ status: "active", context: { data: undefined } });
  expect(watch.getSnapshot().context.failure?.message).toBe("ЮKassa не отвечает.");
});

test("a failed check of one invoice — does not stop the checks of the other invoices", async () => {
  const { asked, state } = givenWatch({ 1: noAnswer, 2: paid });
  await advanceClock(100);
  expect(asked).toEqual(["1", "2"]);
  expect(state()).toBe("settled");
});

test("a paid invoice — is no longer checked", async () => {
  const { asked, state } = givenWatch({ 1: paid });
  await advanceClock(60_000);
  expect(asked).toHaveLength(1);
  expect(state()).toBe("settled");
});

test("an invoice check refused with status 403 — is not retried", async () => {
  const { asked, state } = givenWatch({ 1: forbidden });
  await advanceClock(60_000);
  expect(asked).toHaveLength(1);
  expect(state()).toBe("forbidden");
});
