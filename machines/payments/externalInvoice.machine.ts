import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { amountOf, filled, type Row, sumsOf, whyNot } from "./acceptPayment.ts";
import { type Moved, moneyMoveMachine } from "./moneyMove.machine.ts";
import { afterReading, afterRefusal, begunMove, type Moving, type Standing } from "./moving.ts";

type Method = Schemas["PaymentMethod"];

interface Context extends Standing, Moving {
  methods: readonly Method[];
  row: Row;
  message: string | undefined;
  /** The order as the operator saw it before another one changed it. */
  before: Schemas["Order"] | undefined;
  paymentId: number | null;
}

type InvoiceEvent =
  | { type: "method.choose"; methodId: number }
  | { type: "amount.type"; text: string }
  | { type: "amount.fill" }
  | { type: "invoice.submit" }
  | { type: "invoice.retry" };

/** Why the invoice cannot be issued as it stands; nothing when it can. */
export const whyNotIssue = ({ row, methods, order, payments }: Context): string | undefined => {
  if (methods.length === 0) return "У компании нет внешних способов оплаты";
  const { due } = sumsOf(order, payments);
  return whyNot({ isClosed: order.isClosed, rows: [row], given: "", reason: "", due, cash: 0, needsReason: false });
};

/** Issuing an invoice through an external payment method (business, section 4). */
export const externalInvoiceMachine = setup({
  types: {
    context: {} as Context,
    events: {} as InvoiceEvent,
    input: {} as Standing & Moving,
    output: {} as { paymentId: number | null },
    tags: {} as "busy",
    children: {} as { move: "move" },
  },
  actors: {
    methods: stub<readonly Method[], { companyId: number }>("methods"),
    read: stub<Standing, { companyId: number; orderId: number }>("read"),
    move: moneyMoveMachine,
  },
  guards: {
    hasIntent: ({ context }) => context.intent !== undefined,
    hasMethods: ({ context }) => context.methods.length > 0,
    isReady: ({ context }) => whyNotIssue(context) === undefined,
    isRecorded: (_, moved: Moved) => moved.kind === "recorded",
    isAbsent: (_, moved: Moved) => moved.kind === "absent",
  },
  actions: {
    keepMethods: assign(({ context }, found: readonly Method[]) => {
      const methods = found.filter((one) => one.externalPaymentMethodId !== null).toSorted((a, b) => a.order - b.order);
      return { methods, row: { ...context.row, methodId: context.row.methodId || (methods[0]?.id ?? 0) } };
    }),
    fill: assign(({ context }) => {
      const [row = context.row] = filled([context.row], context.row.id, sumsOf(context.order, context.payments).due);
      return { row };
    }),
    setMethod: assign(({ context }, methodId: number) => ({ row: { ...context.row, methodId } })),
    type: assign(({ context }, text: string) => ({
      row: { ...context.row, text: acceptAmountInput(text, context.row.text) },
      message: undefined,
    })),
    clearMessage: assign({ message: undefined, before: undefined }),
    keepPayment: assign((_, moved: Moved) => ({ paymentId: moved.kind === "recorded" ? moved.paymentId : null })),
    keepRefusal: assign((_, moved: Moved) => afterRefusal(moved)),
    keepAbsence: assign({ intent: undefined, message: "Счёт не выставлен." }),
    keepStanding: assign(({ context }, standing: Standing) => afterReading(context.order, standing)),
  },
}).createMachine({
  id: "externalInvoice",
  context: ({ input }) => ({
    ...input,
    methods: [],
    row: { id: 1, methodId: 0, text: "" },
    message: undefined,
    before: undefined,
    paymentId: null,
  }),
  initial: "beginning",
  states: {
    beginning: {
      description: "An invoice that a reload interrupted is verified before anything else.",
      always: [{ guard: "hasIntent", target: "moving" }, { target: "opening" }],
    },
    opening: {
      tags: "busy",
      invoke: {
        id: "methods",
        src: "methods",
        input: ({ context }) => ({ companyId: context.order.companyId }),
        onDone: { target: "entering", actions: [{ type: "keepMethods", params: outputOf }, "fill"] },
        onError: "failed",
      },
    },
    failed: { on: { "invoice.retry": "opening" } },
    entering: {
      on: {
        "method.choose": { actions: { type: "setMethod", params: ({ event }) => event.methodId } },
        "amount.type": { actions: { type: "type", params: ({ event }) => event.text } },
        "amount.fill": { actions: "fill" },
        "invoice.submit": { guard: "isReady", target: "moving", actions: "clearMessage" },
      },
    },
    moving: {
      tags: "busy",
      invoke: {
        id: "move",
        src: "move",
        input: ({ context }) =>
          begunMove(context, { kind: "invoice", methodId: context.row.methodId, amount: amountOf(context.row) }),
        onDone: [
          {
            guard: { type: "isRecorded", params: outputOf },
            target: "issued",
            actions: { type: "keepPayment", params: outputOf },
          },
          { guard: { type: "isAbsent", params: outputOf }, target: "rereading", actions: "keepAbsence" },
          { target: "rereading", actions: { type: "keepRefusal", params: outputOf } },
        ],
        onError: "lost",
      },
    },
    rereading: {
      description: "After a refusal the balance and the version may be others than the operator saw.",
      tags: "busy",
      invoke: {
        id: "read",
        src: "read",
        input: ({ context }) => ({ companyId: context.order.companyId, orderId: context.order.id }),
        onDone: { target: "resuming", actions: { type: "keepStanding", params: outputOf } },
        onError: "resuming",
      },
    },
    resuming: { always: [{ guard: "hasMethods", target: "entering" }, { target: "opening" }] },
    lost: { description: "A fault of the program: the journal keeps the intent, and a reload verifies it." },
    issued: { type: "final" },
  },
  output: ({ context }) => ({ paymentId: context.paymentId }),
});
