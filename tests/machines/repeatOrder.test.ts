import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { repeatOrderMachine } from "#machines/orders/editor/repeatOrder.machine.ts";
import type { OrderPath } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenParent } from "../support/machines/givenParent.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { savedOrder } from "../support/machines/orderEditorSamples.ts";

const givenRepeat = (read: () => Promise<Order>) => {
  const { parent, reports } = givenParent();
  const requested: OrderPath[] = [];
  const repeat = createActor(
    repeatOrderMachine.provide({
      actors: {
        read: fromPromise<Order, OrderPath>(({ input }) => {
          requested.push(input);
          return read();
        }),
      },
    }),
    { input: { companyId: 1 }, parent },
  ).start();
  return { repeat, requested, reports };
};

test("repeating an order — reads the order and sends the order to the parent machine", async () => {
  const { repeat, requested, reports } = givenRepeat(async () => savedOrder);
  repeat.send({ type: "repeat.request", orderId: 3517 });
  expect(repeat.getSnapshot().hasTag("busy")).toBe(true);
  await flushPromises();
  expect(requested).toEqual([{ companyId: 1, orderId: 3517 }]);
  expect(reports).toEqual([{ type: "repeat.read", order: savedOrder }]);
  expect(repeat.getSnapshot().hasTag("busy")).toBe(false);
});

test("repeating an order — ignores a request while the order of an earlier request is being read", async () => {
  const { repeat, requested, reports } = givenRepeat(async () => savedOrder);
  repeat.send({ type: "repeat.request", orderId: 3517 });
  repeat.send({ type: "repeat.request", orderId: 3518 });
  await flushPromises();
  expect(requested).toEqual([{ companyId: 1, orderId: 3517 }]);
  expect(reports).toHaveLength(1);
});

test("repeating an order — reports a failed read, and the user can retry", async () => {
  const { repeat, requested, reports } = givenRepeat(() => Promise.reject(new Error("no answer")));
  repeat.send({ type: "repeat.request", orderId: 3517 });
  await flushPromises();
  expect(reports).toEqual([{ type: "repeat.failed" }]);
  repeat.send({ type: "repeat.request", orderId: 3517 });
  expect(requested).toHaveLength(2);
});

test("repeating an order — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(repeatOrderMachine);
  walk({
    input: { companyId: 1 },
    events: [{ type: "repeat.request", orderId: 3517 }, done("read", savedOrder), failed("read")],
  });
});
