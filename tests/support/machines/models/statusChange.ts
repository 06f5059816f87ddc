import { statusChangeMachine } from "#machines/orders/status/statusChange.machine.ts";
import { namedModel } from "../coveringPaths.ts";
import { anOrder, aStatus } from "../orderSamples.ts";

const order = anOrder();
const plainStatus = aStatus();
const statusWithReason = aStatus({ id: 3, isRequireReason: true });
const failure = { kind: "refused", message: "Нельзя", errors: {}, traceId: undefined } as const;

/** Model of the dialog in which a user changes the status of an order. */
export const statusChangeModel = namedModel(statusChangeMachine, ({ failed }) => ({
  starts: { "the dialog is opened": { order, unpaid: 0, mayCloseUnpaid: true } },
  events: {
    "choose a plain status": { type: "status.choose", status: plainStatus },
    "choose a status with a reason": { type: "status.choose", status: statusWithReason },
    "go back": { type: "status.back" },
    "type a reason": { type: "reason.type", text: "клиент передумал" },
    submit: { type: "status.submit" },
    "the change is recorded": { type: "mutation.recorded", result: order },
    "the change is refused": { type: "mutation.refused", failure },
    "the order was changed by another user": {
      type: "mutation.stale",
      current: { order: { ...order, version: 8 }, unpaid: undefined },
    },
    "the server has no trace of the change": { type: "mutation.notRecorded" },
    "the mutation fails": failed("change"),
  },
  when: { "type a reason": ({ context }) => context.status?.isRequireReason === true },
  unreal: { "the mutation fails": "the mutation ends with an outcome (mutation.machine.ts)" },
  project: ({ context }) => [context.status?.id, context.reason],
}));
