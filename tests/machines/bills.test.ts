import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { billsMachine } from "#machines/printing/bills.machine.ts";
import { paidOf, readBillsQuery } from "#machines/printing/bills.ts";
import { done, failed, walk } from "../support/paths.ts";

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
  expect(full.missing.filter((name) => empty.missing.includes(name))).toEqual([]);
});
