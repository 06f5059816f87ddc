import type { AnyMachineSnapshot } from "xstate";
import { statusChangeMachine } from "#machines/orders/statusChange.machine.ts";
import { anOrder, aStatus } from "../order-samples.ts";
import { after, done, failed } from "../paths.ts";

const order = anOrder();
const plain = aStatus();
const wordy = aStatus({ id: 3, isRequireReason: true });

/** What can happen while the status of an order is changed. */
export const statusChangeModel = {
  machine: statusChangeMachine,
  starts: { "the dialog is opened": { order, due: 0 } },
  events: {
    "choose a plain status": { type: "status.choose", status: plain },
    "choose one that wants a reason": { type: "status.choose", status: wordy },
    "go back": { type: "status.back" },
    "type a reason": { type: "reason.type", text: "клиент передумал" },
    submit: { type: "status.submit" },
    "the change is made": done("change", { kind: "changed", order }),
    "the change is refused": done("change", { kind: "refused", message: "Нельзя" }),
    "the change comes too late": done("change", { kind: "stale", order: { ...order, version: 8 } }),
    "nobody answers the change": done("change", { kind: "unanswered" }),
    "the change fails": failed("change"),
    "it turns out to be made": done("verify", { kind: "changed", order }),
    "it turns out not to be made": done("verify", { kind: "refused", message: "Не сменился" }),
    "it turns out that another changed the order": done("verify", { kind: "stale", order: { ...order, version: 8 } }),
    "nobody answers the question": done("verify", { kind: "unanswered" }),
    "the question fails": failed("verify"),
    "the pause is over": after("pause", "statusChange.waiting"),
  },
  when: { "type a reason": ({ context }: AnyMachineSnapshot) => context.status?.isRequireReason === true },
  unreal: {
    "the change fails": "the call makes an answer of every failure (statusChange.actors.ts)",
    "the question fails": "the call makes an answer of every failure (statusChange.actors.ts)",
  },
  project: ({ context }: AnyMachineSnapshot) => [context.status?.id, context.reason],
} as const;
