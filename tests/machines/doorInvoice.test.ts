import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { doorInvoiceActors } from "#machines/payments/doorInvoice.actors.ts";
import { doorInvoiceMachine } from "#machines/payments/doorInvoice.machine.ts";
import { reasonNotToInvoice } from "#machines/payments/doorInvoice.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { problemOf } from "../support/machines/problems.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms = 100) => vi.advanceTimersByTimeAsync(ms);

const invoiceOf = (status: string) => ({ paymentId: 5, status, externalUrl: "https://pay.example/5", amount: 980 });
const is = (status: string) => () => Response.json(invoiceOf(status));
const refused = (status: number, message: string) => () => Response.json(problemOf(status, message), { status });
const noAnswer = (): Response => {
  throw new NoAnswer();
};

/** Opens the dialog. The server gives the answers in turn and repeats the last answer. */
const givenDialog = async (...answers: (() => Response)[]) => {
  const { environment, report } = givenEnvironment();
  const requests: string[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ method, url, headers }) => {
      requests.push([method, new URL(url).pathname, headers.get("Idempotency-Key")].filter(Boolean).join(" "));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer ? answer() : noAnswer();
    },
  });
  let keys = 0;
  const newKey = () => `key-of-a-test-${++keys}`;
  const actors = doorInvoiceActors({ api, newKey, environment, now: () => 0 });
  const dialog = createActor(doorInvoiceMachine.provide({ actors }), { input: { companyId: 1 } }).start();
  dialog.send({ type: "invoice.open", order: { orderId: 17, internalId: 3, amount: 980 } });
  await advanceClock();
  return { dialog, requests, report };
};

const PATH = "/api/DeliveryStop/17/Company/1/Invoice";

test("an invoice at the door — is issued once and polled every 3 s until it is paid", async () => {
  const { dialog, requests } = await givenDialog(is("pending"), is("pending"), is("pending"), is("succeeded"));
  expect(dialog.getSnapshot()).toMatchObject({ value: "watching", context: { invoice: invoiceOf("pending") } });
  expect(requests).toEqual([`POST ${PATH} key-of-a-test-1`, `GET ${PATH}`]);
  await advanceClock(3000);
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["watching", 3]);
  await advanceClock(3000);
  expect(dialog.getSnapshot()).toMatchObject({ value: "paid", context: { invoice: invoiceOf("succeeded") } });
  await advanceClock(60_000);
  expect(requests).toHaveLength(4);
});

test("an invoice at the door — an unanswered request is retried under its idempotency key", async () => {
  const { dialog, requests, report } = await givenDialog(noAnswer);
  expect(dialog.getSnapshot().value).toBe("issuing");
  expect(dialog.getSnapshot().children.issue?.getSnapshot().hasTag("verifying")).toBe(true);
  const before = requests.length;
  report({ type: "network.online" });
  await advanceClock();
  expect(requests.length).toBeGreaterThan(before);
  expect(new Set(requests)).toEqual(new Set([`POST ${PATH} key-of-a-test-1`]));
});

test("an invoice at the door — status 503 causes a retry under the same key, because the request may have been executed", async () => {
  const { dialog, requests } = await givenDialog(refused(503, "Сервер перегружен."), is("pending"));
  await advanceClock(10_000);
  expect(dialog.getSnapshot()).toMatchObject({ value: "watching", context: { invoice: invoiceOf("pending") } });
  expect(requests.slice(0, 2)).toEqual([`POST ${PATH} key-of-a-test-1`, `POST ${PATH} key-of-a-test-1`]);
});

test.each([
  [409, "К оплате ничего не осталось."],
  [502, "Платёжная система не ответила."],
])(
  "an invoice at the door — a refusal with the status %i is shown, and a retry has a new idempotency key",
  async (status, message) => {
    const { dialog, requests } = await givenDialog(refused(status, message), is("pending"));
    expect(dialog.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { message } } });
    dialog.send({ type: "invoice.retry" });
    expect(dialog.getSnapshot()).toMatchObject({ value: "issuing", context: { failure: undefined } });
    await advanceClock();
    expect(dialog.getSnapshot().value).toBe("watching");
    expect(requests[1]).toBe(`POST ${PATH} key-of-a-test-2`);
  },
);

test("an invoice at the door — a new invoice can replace a cancelled invoice", async () => {
  const { dialog } = await givenDialog(is("pending"), is("canceled"), is("pending"));
  expect(dialog.getSnapshot()).toMatchObject({ value: "canceled", context: { invoice: invoiceOf("canceled") } });
  dialog.send({ type: "invoice.retry" });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ value: "watching", context: { invoice: invoiceOf("pending") } });
});

test("an invoice at the door — can be cancelled by the courier while the invoice is unpaid", async () => {
  const { dialog, requests } = await givenDialog(is("pending"), is("pending"), is("canceled"));
  dialog.send({ type: "invoice.cancel" });
  expect(dialog.getSnapshot().value).toBe("cancelling");
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ value: "canceled", context: { invoice: invoiceOf("canceled") } });
  expect(requests.at(-1)).toBe(`DELETE ${PATH} key-of-a-test-2`);
});

test("an invoice at the door — the cancellation of an invoice that was just paid shows the payment", async () => {
  const { dialog } = await givenDialog(is("pending"), is("pending"), is("succeeded"));
  dialog.send({ type: "invoice.cancel" });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ value: "paid", context: { invoice: invoiceOf("succeeded") } });
});

test("an invoice at the door — a refused cancellation shows the reason, and the QR code can be shown again", async () => {
  const { dialog } = await givenDialog(
    is("pending"),
    is("pending"),
    refused(502, "Отозвать его нельзя."),
    is("pending"),
  );
  dialog.send({ type: "invoice.cancel" });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({
    value: "refused",
    context: { failure: { message: "Отозвать его нельзя." } },
  });
  dialog.send({ type: "invoice.retry" });
  expect(dialog.getSnapshot()).toMatchObject({ value: "watching", context: { failure: undefined } });
});

test("an invoice at the door — an unanswered cancellation is retried under its idempotency key", async () => {
  const { dialog, requests, report } = await givenDialog(is("pending"), is("pending"), noAnswer, is("canceled"));
  dialog.send({ type: "invoice.cancel" });
  await advanceClock();
  report({ type: "network.online" });
  await advanceClock(60_000);
  expect(dialog.getSnapshot().value).toBe("canceled");
  expect(requests.filter((request) => request.startsWith("DELETE")).length).toBeGreaterThan(1);
  expect(new Set(requests.filter((request) => request.startsWith("DELETE"))).size).toBe(1);
});

test("an invoice at the door — a failed check keeps the QR code, and the next check clears the failure", async () => {
  const { dialog } = await givenDialog(is("pending"), refused(502, "Платёжная система не ответила."), is("pending"));
  expect(dialog.getSnapshot()).toMatchObject({
    value: "watching",
    context: { invoice: invoiceOf("pending"), failure: { message: "Платёжная система не ответила." } },
  });
  await advanceClock(60_000);
  expect(dialog.getSnapshot()).toMatchObject({ value: "watching", context: { failure: undefined } });
});

test("an invoice at the door — a cancellation clears the failure of the previous check", async () => {
  const { dialog } = await givenDialog(is("pending"), refused(502, "Платёжная система не ответила."));
  dialog.send({ type: "invoice.cancel" });
  expect(dialog.getSnapshot()).toMatchObject({ value: "cancelling", context: { failure: undefined } });
});

test("an invoice at the door — without the permission, no invoice is issued or cancelled, and the reason is reported", async () => {
  const { dialog, requests } = await givenDialog(is("pending"), is("pending"), is("canceled"));
  const forbid = () => dialog.send({ type: "permissions.change", permissions: {} });
  const permit = () => dialog.send({ type: "permissions.change", permissions: { "delivery.deliver": 1 } });
  const missing = { code: "permission", permission: "delivery.deliver" };
  forbid();
  dialog.send({ type: "invoice.cancel" });
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["watching", 2]);
  expect(reasonNotToInvoice(dialog.getSnapshot().context.permissions)).toEqual(missing);
  permit();
  expect(reasonNotToInvoice(dialog.getSnapshot().context.permissions)).toBeUndefined();
  dialog.send({ type: "invoice.cancel" });
  await advanceClock();
  forbid();
  dialog.send({ type: "invoice.retry" });
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["canceled", 3]);
  dialog.send({ type: "invoice.close" });
  dialog.send({ type: "invoice.open", order: { orderId: 18, internalId: 4, amount: 100 } });
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["closed", 3]);
});

test("an invoice at the door — a refused invoice is not issued again without the permission", async () => {
  const { dialog, requests } = await givenDialog(refused(409, "К оплате ничего не осталось."));
  dialog.send({ type: "permissions.change", permissions: {} });
  expect(dialog.getSnapshot().can({ type: "invoice.retry" })).toBe(false);
  dialog.send({ type: "invoice.retry" });
  await advanceClock();
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["failed", 1]);
});

test("an invoice at the door — closing the dialog ends the polling and clears the invoice", async () => {
  const { dialog, requests } = await givenDialog(is("pending"), is("pending"), noAnswer);
  dialog.send({ type: "invoice.close" });
  await advanceClock(60_000);
  expect([dialog.getSnapshot().value, requests.length]).toEqual(["closed", 2]);
  dialog.send({ type: "invoice.open", order: { orderId: 18, internalId: 4, amount: 100 } });
  expect(dialog.getSnapshot()).toMatchObject({
    value: "issuing",
    context: { order: { orderId: 18 }, invoice: undefined },
  });
});

test("an invoice at the door — is polled every 30 s while the page is hidden", async () => {
  const { requests, report } = await givenDialog(is("pending"));
  report({ type: "page.hide" });
  await advanceClock(29_000);
  expect(requests).toHaveLength(2);
  await advanceClock(1000);
  expect(requests).toHaveLength(3);
});

test.each([
  ["without an amount", { status: "pending" }],
  ["without a status", { amount: 980 }],
  ["whose status is a number", { status: 1, amount: 980 }],
  ["whose amount is a text", { status: "pending", amount: "980" }],
])("an invoice at the door — an answer %s is rejected", async (_, answer) => {
  const { dialog } = await givenDialog(() => Response.json(answer));
  expect(dialog.getSnapshot()).toMatchObject({ context: { invoice: undefined } });
  const { dialog: watching } = await givenDialog(is("pending"), () => Response.json(answer));
  expect(watching.getSnapshot()).toMatchObject({
    value: "watching",
    context: { invoice: invoiceOf("pending"), failure: { kind: "unreadable" } },
  });
});
