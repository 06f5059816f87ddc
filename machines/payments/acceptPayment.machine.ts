import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { filled, partsOf, type Row, sumsOf, totalOf, typed, whyNot } from "./acceptPayment.ts";
import { type Moved, moneyMoveMachine } from "./moneyMove.machine.ts";
import { afterReading, afterRefusal, begunMove, type Moving, type Standing } from "./moving.ts";

type Order = Schemas["Order"];
type Method = Schemas["PaymentMethod"];
type Status = Schemas["OrderStatus"];

interface Context extends Standing, Moving {
  methods: readonly Method[];
  rows: readonly Row[];
  lastRow: number;
  given: string;
  status: Status | null;
  reason: string;
  message: string | undefined;
  /** The order as the operator saw it before another one changed it. */
  before: Order | undefined;
}

type PaymentEvent =
  | { type: "row.type"; id: number; text: string }
  | { type: "row.method"; id: number; methodId: number }
  | { type: "row.fill"; id: number }
  | { type: "row.add" }
  | { type: "row.remove"; id: number }
  | { type: "given.type"; text: string }
  | { type: "status.choose"; status: Status | null }
  | { type: "reason.type"; text: string }
  | { type: "payment.submit" }
  | { type: "payment.retry" };

const REASON_LENGTH = 500;

/** Sum of the rows that are paid in cash. */
export const cashOf = ({ rows, methods }: Pick<Context, "rows" | "methods">): number =>
  totalOf(rows.filter((row) => methods.find((method) => method.id === row.methodId)?.isCash));

/** Why the payment cannot be taken as it stands; nothing when it can. */
export const whyNotPay = (context: Context): string | undefined =>
  whyNot({
    isClosed: context.order.isClosed,
    rows: context.rows,
    given: context.given,
    reason: context.reason,
    due: sumsOf(context.order, context.payments).due,
    cash: cashOf(context),
    needsReason: context.status?.isRequireReason ?? false,
  });

/** Taking payment of an order in several methods, with a new status if wanted (business, sections 4 and 5). */
export const acceptPaymentMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PaymentEvent,
    input: {} as Standing & Moving,
    tags: {} as "busy" | "verifying" | "absent",
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
    isReady: ({ context }) => whyNotPay(context) === undefined,
    isRecorded: (_, moved: Moved) => moved.kind === "recorded",
    isAbsent: (_, moved: Moved) => moved.kind === "absent",
    isOneOfMany: ({ context }) => context.rows.length > 1,
    hasFreeMethod: ({ context }) => context.rows.length < context.methods.length,
  },
  actions: {
    keepMethods: assign(({ context }, found: readonly Method[]) => {
      const methods = found.filter((one) => one.externalPaymentMethodId === null).toSorted((a, b) => a.order - b.order);
      const [first] = methods;
      const rows = context.rows.length === 0 && first ? [{ id: 1, methodId: first.id, text: "" }] : context.rows;
      return { methods, rows };
    }),
    type: assign(({ context }, { id, text }: { id: number; text: string }) => ({
      rows: typed(context.rows, id, text),
      message: undefined,
    })),
    setMethod: assign(({ context }, { id, methodId }: { id: number; methodId: number }) => ({
      rows: context.rows.map((row) => (row.id === id ? { ...row, methodId } : row)),
    })),
    fill: assign(({ context }, id: number) => ({
      rows: filled(context.rows, id, sumsOf(context.order, context.payments).due),
    })),
    addRow: assign(({ context }) => {
      const id = context.lastRow + 1;
      const free = context.methods.find((method) => !context.rows.some((row) => row.methodId === method.id));
      const rows = [...context.rows, { id, methodId: free?.id ?? context.rows[0]?.methodId ?? 0, text: "" }];
      return { lastRow: id, rows: filled(rows, id, sumsOf(context.order, context.payments).due) };
    }),
    removeRow: assign(({ context }, id: number) => ({ rows: context.rows.filter((row) => row.id !== id) })),
    setGiven: assign(({ context }, text: string) => ({ given: acceptAmountInput(text, context.given) })),
    setStatus: assign((_, status: Status | null) => ({ status, reason: "" })),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    clearMessage: assign({ message: undefined, before: undefined }),
    keepRefusal: assign((_, moved: Moved) => afterRefusal(moved)),
    keepAbsence: assign({ intent: undefined, message: "Оплата не записана. Деньги не приняты." }),
    keepStanding: assign(({ context }, standing: Standing) => afterReading(context.order, standing)),
  },
}).createMachine({
  id: "acceptPayment",
  context: ({ input }) => ({
    ...input,
    methods: [],
    rows: [],
    lastRow: 1,
    given: "",
    status: null,
    reason: "",
    message: undefined,
    before: undefined,
  }),
  initial: "beginning",
  states: {
    beginning: {
      description: "A payment that a reload interrupted is verified before anything else.",
      always: [{ guard: "hasIntent", target: "moving" }, { target: "opening" }],
    },
    opening: {
      tags: "busy",
      invoke: {
        id: "methods",
        src: "methods",
        input: ({ context }) => ({ companyId: context.order.companyId }),
        onDone: { target: "entering", actions: { type: "keepMethods", params: outputOf } },
        onError: "failed",
      },
    },
    failed: { on: { "payment.retry": "opening" } },
    entering: {
      on: {
        "row.type": { actions: { type: "type", params: ({ event }) => event } },
        "row.method": { actions: { type: "setMethod", params: ({ event }) => event } },
        "row.fill": { actions: { type: "fill", params: ({ event }) => event.id } },
        "row.add": { guard: "hasFreeMethod", actions: "addRow" },
        "row.remove": { guard: "isOneOfMany", actions: { type: "removeRow", params: ({ event }) => event.id } },
        "given.type": { actions: { type: "setGiven", params: ({ event }) => event.text } },
        "status.choose": { actions: { type: "setStatus", params: ({ event }) => event.status } },
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "payment.submit": { guard: "isReady", target: "moving", actions: "clearMessage" },
      },
    },
    moving: {
      tags: "busy",
      invoke: {
        id: "move",
        src: "move",
        input: ({ context }) =>
          begunMove(context, {
            kind: "payment",
            parts: partsOf(context.rows),
            statusId: context.status?.id ?? null,
            reason: context.reason.trim(),
          }),
        onDone: [
          { guard: { type: "isRecorded", params: outputOf }, target: "accepted" },
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
    accepted: { type: "final" },
  },
});
