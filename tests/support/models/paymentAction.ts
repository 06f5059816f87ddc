import type { AnyMachineSnapshot } from "xstate";
import { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { anOrder } from "../order-samples.ts";
import { done, failed } from "../paths.ts";

const order = anOrder();
const paymentId = 4;

const REFUSED = "Уже сделано";

const modelOf = <Kind extends "refund" | "confirm">(kind: Kind) =>
  ({
    machine: paymentActionMachine,
    starts: {
      "the dialog is opened": { kind, order, paymentId },
      "the page is loaded again in the middle of it": {
        kind,
        order,
        paymentId,
        intent: { companyId: 1, orderId: order.id, version: order.version, key: "12345678", move: { kind, paymentId } },
      },
    },
    events: {
      confirm: { type: "action.confirm" },
      "it is done": done("move", { kind: "recorded", paymentId }),
      "it was done after all": done("move", { kind: "recorded", paymentId: null }),
      "it is refused, since another did it": done("move", { kind: "refused", message: REFUSED }),
      "it comes too late": done("move", { kind: "stale", message: "Изменён" }),
      "it is not done, and is dropped": done("move", { kind: "absent" }),
      "the movement fails": failed("move"),
    },
    when: {
      "it is done": ({ context }: AnyMachineSnapshot) => context.intent === undefined,
      "it was done after all": ({ context }: AnyMachineSnapshot) => context.intent !== undefined,
      // What another did cannot be done again.
      confirm: ({ context }: AnyMachineSnapshot) => context.message !== REFUSED,
    },
    unreal: {
      "it comes too late":
        "the server acts on a payment whatever the version of its order (payments/accept.ts, reject.ts)",
      "the movement fails": "it makes an answer of every failure (moneyMove.machine.ts)",
    },
    project: ({ context }: AnyMachineSnapshot) => [context.intent?.key, context.message === REFUSED],
  }) as const;

/** What can happen while a payment is returned. */
export const refundModel = modelOf("refund");

/** What can happen while it is confirmed that the money of a payment came. */
export const confirmationModel = modelOf("confirm");
