import type { SnapshotFrom } from "xstate";
import { paymentFormMachine } from "#machines/payments/paymentForm.machine.ts";
import { namedModel } from "../coveringPaths.ts";
import { anOrder, aStatus, methods } from "../orderSamples.ts";

type Snapshot = SnapshotFrom<typeof paymentFormMachine>;

const snapshot = { order: anOrder(), payments: [] };
const statusWithReason = aStatus({ id: 3, isRequireReason: true });
const CASH = 1;

const hasOneRow = ({ context }: Snapshot): boolean => context.rows.length === 1;
const isFirstRow = ({ context }: Snapshot): boolean => context.lastRow === 1;
const hasSecondRow = ({ context }: Snapshot): boolean => context.rows.some(({ id }) => id === 2);
const hasStatus = ({ context }: Snapshot): boolean => context.status !== null;
const hasCashRow = ({ context }: Snapshot): boolean => context.rows.some(({ methodId }) => methodId === CASH);

/** Model of the form in which a user enters a payment. */
export const paymentFormModel = namedModel(paymentFormMachine, ({ done, failed }) => ({
  starts: { "the dialog is opened": { snapshot } },
  events: {
    "the methods are read": done("methods", methods),
    "the methods cannot be read": failed("methods"),
    "retry the read of the methods": { type: "form.retry" },
    "type an amount": { type: "row.type", id: 1, text: "100" },
    "fill in the amount due": { type: "row.fill", id: 1 },
    "choose another method": { type: "row.method", id: 1, methodId: 2 },
    "add a method": { type: "row.add" },
    "remove the second method": { type: "row.remove", id: 2 },
    "split into two parts": { type: "rows.split", count: 2 },
    "type the received cash": { type: "given.type", text: "50000" },
    "choose a status with a reason": { type: "status.choose", status: statusWithReason },
    "type a reason": { type: "reason.type", text: "так надо" },
    submit: { type: "form.submit" },
    "the order has changed": { type: "order.changed", snapshot },
  },
  when: {
    "type an amount": hasOneRow,
    "fill in the amount due": hasOneRow,
    "split into two parts": isFirstRow,
    "remove the second method": hasSecondRow,
    "choose another method": (state) => hasOneRow(state) && hasCashRow(state),
    "type the received cash": hasCashRow,
    "choose a status with a reason": (state) => !hasStatus(state),
    "type a reason": hasStatus,
  },
  unreal: {
    submit: "the dialog hides the form then (the model of the dialog submits)",
    "the order has changed": "the dialog reads the order again after a refusal only (the model of the dialog)",
  },
  project: (state) => [
    hasSecondRow(state),
    isFirstRow(state),
    state.context.methods.length,
    state.context.rows.map(({ methodId, text }) => [methodId, text]),
    state.context.status?.id,
    state.context.reason,
  ],
}));
