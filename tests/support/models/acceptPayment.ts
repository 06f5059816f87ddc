import type { AnyMachineSnapshot } from "xstate";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { anOrder, aStatus, methods } from "../order-samples.ts";
import { done, failed } from "../paths.ts";

const order = anOrder();
const wordy = aStatus({ id: 3, isRequireReason: true });
const move = { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
const intent = { companyId: 1, orderId: order.id, version: order.version, key: "12345678", move };

const CASH = 1;
const STALE = "Изменён";

const isFromBefore = ({ context }: AnyMachineSnapshot): boolean => context.intent !== undefined;
const hasOneRow = ({ context }: AnyMachineSnapshot): boolean => context.rows.length === 1;
const hasStatus = ({ context }: AnyMachineSnapshot): boolean => context.status !== null;
const paysCash = ({ context }: AnyMachineSnapshot): boolean =>
  context.rows.some(({ methodId }: { methodId: number }) => methodId === CASH);

/** What can happen while the payment of an order is taken. */
export const acceptPaymentModel = {
  machine: acceptPaymentMachine,
  starts: {
    "the dialog is opened": { order, payments: [] },
    "the page is loaded again in the middle of a payment": { order, payments: [], intent },
  },
  events: {
    "the methods come": done("methods", methods),
    "nobody tells the methods": failed("methods"),
    "ask for the methods again": { type: "payment.retry" },
    "type an amount": { type: "row.type", id: 1, text: "100" },
    "fill in what is due": { type: "row.fill", id: 1 },
    "choose another method": { type: "row.method", id: 1, methodId: 2 },
    "add a method": { type: "row.add" },
    "remove the second method": { type: "row.remove", id: 2 },
    "type what the client gave": { type: "given.type", text: "50000" },
    "choose a status that wants a reason": { type: "status.choose", status: wordy },
    "type a reason": { type: "reason.type", text: "так надо" },
    submit: { type: "payment.submit" },
    "the payment is recorded": done("move", { kind: "recorded", paymentId: 4 }),
    "the payment from before was recorded after all": done("move", { kind: "recorded", paymentId: 3 }),
    "the payment is refused": done("move", { kind: "refused", message: "Нельзя" }),
    "the payment comes too late": done("move", { kind: "stale", message: STALE }),
    "the payment is not recorded, and is dropped": done("move", { kind: "absent" }),
    "the movement fails": failed("move"),
    "the order comes": done("read", { order: { ...order, version: 8 }, payments: [] }),
    "nobody tells the order": failed("read"),
  },
  when: {
    "type an amount": hasOneRow,
    "fill in what is due": hasOneRow,
    "choose another method": (snapshot: AnyMachineSnapshot) => hasOneRow(snapshot) && paysCash(snapshot),
    "type what the client gave": paysCash,
    "choose a status that wants a reason": (snapshot: AnyMachineSnapshot) => !hasStatus(snapshot),
    "type a reason": hasStatus,
    "the payment is recorded": (snapshot: AnyMachineSnapshot) => !isFromBefore(snapshot),
    "the payment from before was recorded after all": isFromBefore,
    // The status has become technical meanwhile.
    "the payment is refused": hasStatus,
    // An order of an old version could only come too late again.
    "nobody tells the order": ({ context }: AnyMachineSnapshot) => context.message !== STALE,
  },
  unreal: {
    "the movement fails": "it makes an answer of every failure (moneyMove.machine.ts)",
  },
  project: ({ context }: AnyMachineSnapshot) => [
    context.intent?.key,
    context.methods.length,
    context.rows.map(({ methodId, text }: { methodId: number; text: string }) => [methodId, text]),
    context.status?.id,
    context.reason,
    context.message === STALE,
  ],
} as const;
