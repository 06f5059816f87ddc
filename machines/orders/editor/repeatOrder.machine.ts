import { assign, enqueueActions, setup } from "xstate";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { OrderPath } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";

/** Events that this machine sends to the order editor. */
export type RepeatReport = { type: "repeat.read"; order: Order } | { type: "repeat.failed" };

/** Loading of an earlier order of the customer. The order editor adds the lines of this order to the draft. */
export const repeatOrderMachine = setup({
  types: {
    context: {} as OrderPath,
    input: {} as { readonly companyId: number },
    events: {} as { type: "repeat.request"; orderId: number },
    tags: {} as "busy",
  },
  actors: { read: stub<Order, OrderPath>("read") },
  actions: {
    keepOrderId: assign((_, orderId: number) => ({ orderId })),
    reportRead: enqueueActions(({ self, enqueue }, order: Order) => {
      const report: RepeatReport = { type: "repeat.read", order };
      notifyParent({ self, enqueue }, report);
    }),
    reportFailed: enqueueActions(({ self, enqueue }) => {
      const report: RepeatReport = { type: "repeat.failed" };
      notifyParent({ self, enqueue }, report);
    }),
  },
}).createMachine({
  id: "repeatOrder",
  context: ({ input }) => ({ companyId: input.companyId, orderId: 0 }),
  initial: "idle",
  states: {
    idle: {
      on: {
        "repeat.request": { target: "reading", actions: { type: "keepOrderId", params: ({ event }) => event.orderId } },
      },
    },
    reading: {
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
        onDone: { target: "idle", actions: { type: "reportRead", params: outputOf } },
        onError: { target: "idle", actions: "reportFailed" },
      },
    },
  },
});
