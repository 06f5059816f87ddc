import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { billsMachine } from "#machines/printing/bills.machine.ts";
import { paidOf, readBillsQuery } from "#machines/printing/bills.ts";
import { givenMachine } from "../support/machines.ts";
import { done, failed, missingFromAll, walk } from "../support/paths.ts";
import { settled } from "../support/settled.ts";

test("the page of bills reads repeated ids and the kind of document", () => {
  expect(readBillsQuery("orderId=5&orderId=7&orderId=5&orderId=x")).toEqual({ orderIds: [5, 7], document: "preBill" });
  expect(readBillsQuery("orderId=5&document=kitchen").document).toBe("kitchen");
  expect(readBillsQuery("document=nonsense")).toEqual({ orderIds: [], document: "preBill" });
});

test("paid is what is completed and not rejected", () => {
  const payment = (amount: number, isComplited: boolean, isRejected = false) =>
    ({ amount, isComplited, isRejected }) as Schemas["Payment"];
  expect(paidOf([payment(0.1, true), payment(0.2, true), payment(5, false), payment(7, true, true)])).toBe(0.3);
});

test("every state and transition of the page of bills is walked", () => {
  const events = [{ type: "bills.retry" }, done("load", { bills: [], missing: [] }), failed("load")];
  const full = walk(billsMachine, { input: { companyId: 1, orderIds: [5], document: "preBill" }, events });
  const empty = walk(billsMachine, { input: { companyId: 1, orderIds: [], document: "preBill" }, events });
  expect(missingFromAll([full, empty])).toEqual([]);
});

test("a page whose orders did not come can ask for them again", async () => {
  const { actor, call, calls } = givenMachine(billsMachine, { companyId: 1, orderIds: [5], document: "preBill" });
  call("load").fail(new Error("Нет связи"));
  await settled();
  expect(actor.getSnapshot()).toMatchObject({ value: "failed", context: { error: "Нет связи" } });
  actor.send({ type: "bills.retry" });
  call("load").answer({ bills: [], missing: [5] });
  await settled();
  expect(actor.getSnapshot()).toMatchObject({ value: "ready", context: { bills: { missing: [5] }, error: undefined } });
  expect(calls).toHaveLength(2);
});

test("an address without orders asks for nothing", () => {
  const { actor, calls } = givenMachine(billsMachine, { companyId: 1, orderIds: [], document: "preBill" });
  expect(actor.getSnapshot().value).toBe("empty");
  expect(calls).toEqual([]);
});
