import { expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { billsActors } from "#machines/printing/bills.actors.ts";
import { type BillsInput, billsMachine } from "#machines/printing/bills.machine.ts";
import { type LoadedBills, paidAmount, readBillsQuery } from "#machines/printing/bills.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";

test("readBillsQuery — removes duplicate and invalid ids, and reads an unknown kind of document as 'preBill'", () => {
  expect(readBillsQuery("orderId=5&orderId=7&orderId=5&orderId=x")).toEqual({
    orderIds: [5, 7],
    jobIds: [],
    document: "preBill",
  });
  expect(readBillsQuery("orderId=5&document=kitchen").document).toBe("kitchen");
  expect(readBillsQuery("job=44&job=45&job=44").jobIds).toEqual([44, 45]);
  expect(readBillsQuery("document=nonsense")).toEqual({ orderIds: [], jobIds: [], document: "preBill" });
});

test("paidAmount — sums only completed payments that were not rejected", () => {
  const payment = (amount: number, isComplited: boolean, isRejected = false) =>
    aPayment({ amount, isComplited, isRejected });
  expect(paidAmount([payment(0.1, true), payment(0.2, true), payment(5, false), payment(7, true, true)])).toBe(0.3);
});

const company: Schemas["CompanyDetail"] = {
  address: null,
  dayStart: "00:00",
  id: 1,
  isActive: true,
  isRequiredFeedback: false,
  logoUrl: null,
  name: "Пекарня «Колос»",
  phone: null,
  timeZone: "Europe/Moscow",
  version: 1,
  webSite: null,
  workTime: null,
};
const info: Schemas["PrintInfo"] = { feedbackUrl: null, footer: null, header: null, version: 1 };
const noBills = (missing: number[] = []): LoadedBills => ({ company, info, bills: [], missing });

const given = (more: Partial<BillsInput> = {}): BillsInput => ({
  companyId: 1,
  orderIds: [5],
  jobIds: [],
  document: "preBill",
  ...more,
});

test("page of bills — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(billsMachine);
  walk({
    inputs: [given({ jobIds: [44] }), given({ orderIds: [] })],
    events: [
      { type: "bills.retry" },
      { type: "page.printed" },
      { type: "answer.yes" },
      { type: "answer.no" },
      done("load", noBills()),
      failed("load"),
      done("confirm"),
      failed("confirm"),
    ],
  });
});

test("page of bills — a failed read of the orders can be retried", async () => {
  const { actor, call, calls } = givenMachine(billsMachine, given());
  call("load").fail(new NoAnswer());
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { kind: "unanswered" } } });
  actor.send({ type: "bills.retry" });
  call("load").answer(noBills([5]));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({
    value: "ready",
    context: { bills: { missing: [5] }, failure: undefined },
  });
  expect(calls).toHaveLength(2);
});

test("page of bills — sends no request for a URL without orders and print jobs", () => {
  const { actor, calls } = givenMachine(billsMachine, given({ orderIds: [] }));
  expect(actor.getSnapshot().value).toBe("empty");
  expect(calls).toEqual([]);
});

test("page of a manual print job — reports the job as printed only after the user's confirmation", async () => {
  const { actor, call, calls } = givenMachine(billsMachine, given({ orderIds: [], jobIds: [44] }));
  call("load").answer(noBills());
  await flushPromises();
  actor.send({ type: "page.printed" });
  actor.send({ type: "answer.no" });
  expect(actor.getSnapshot().value).toBe("ready");
  expect(calls.map((one) => one.actor)).toEqual(["load"]);
  actor.send({ type: "page.printed" });
  actor.send({ type: "answer.yes" });
  call("confirm").fail(new NoAnswer());
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "unconfirmed", context: { failure: { kind: "unanswered" } } });
  actor.send({ type: "answer.yes" });
  expect(call("confirm").input).toEqual({ companyId: 1, jobIds: [44] });
  call("confirm").answer();
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("confirmed");
});

test("page of bills — reads 500 orders with fewer than 50 simultaneous requests, and keeps their sequence", async () => {
  let open = 0;
  let maxConcurrent = 0;
  const fetch = async ({ url }: Request): Promise<Response> => {
    open += 1;
    maxConcurrent = Math.max(maxConcurrent, open);
    await flushPromises();
    open -= 1;
    if (url.endsWith("/Payment")) return Response.json([]);
    return Response.json(anOrder({ id: Number(url.split("/").at(-1)) }));
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const orderIds = Array.from({ length: 500 }, (_, index) => 500 - index);
  const page = createActor(billsMachine.provide({ actors: billsActors(api) }), { input: given({ orderIds }) }).start();
  const { context } = await waitFor(page, (state) => state.matches("ready"));
  expect(context.bills?.bills.map(({ order }) => order.id)).toEqual(orderIds);
  expect(maxConcurrent).toBeLessThan(50);
});
