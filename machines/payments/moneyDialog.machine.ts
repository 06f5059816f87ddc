import { assign, sendTo, setup, stateIn } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { Order } from "#machines/queries/order.ts";
import { confirmFormMachine, type PaymentAction } from "./confirmForm.machine.ts";
import type { FormSubmitted } from "./forms.ts";
import { invoiceFormMachine } from "./invoiceForm.machine.ts";
import type { MoneyIntent, MoneyMove, MoneyRequest } from "./moneyIntent.ts";
import { type MoneyReport, moneyMoveMachine } from "./moneyMove.ts";
import type { OrderPath, OrderSnapshot } from "./orderSnapshot.ts";
import { paymentFormMachine } from "./paymentForm.machine.ts";

/** Form in a payment dialog. */
export type FormKind = "payment" | "invoice" | "action";

/**
 * Input of a payment dialog. `intent` is an unfinished money movement from the journal. The dialog verifies it first.
 */
export interface MoneyDialogInput {
  readonly snapshot: OrderSnapshot;
  readonly form: FormKind;
  readonly action?: PaymentAction | undefined;
  readonly intent?: MoneyIntent | undefined;
}

interface Context {
  readonly snapshot: OrderSnapshot;
  readonly form: FormKind;
  readonly action: PaymentAction;
  readonly intent: MoneyIntent | undefined;
  readonly move: MoneyMove | undefined;
  /** Failure of the last attempt to move money. */
  readonly failure: Failure | undefined;
  /** True if the user gave up a money movement that the server had not recorded. */
  readonly isDropped: boolean;
  /** Order as the user saw it before another user changed it. */
  readonly before: Order | undefined;
  readonly paymentId: number | null;
}

const NO_ACTION: PaymentAction = { kind: "check", paymentId: 0 };

const actionOf = ({ action, intent }: MoneyDialogInput): PaymentAction => {
  const move = intent?.request.move;
  return move !== undefined && "paymentId" in move ? move : (action ?? NO_ACTION);
};

const requestOf = ({ snapshot, move }: Context): MoneyRequest => {
  if (move === undefined) throw new Error("No movement was submitted");
  const { order } = snapshot;
  const knownIds = snapshot.payments.map(({ id }) => id);
  return { companyId: order.companyId, orderId: order.id, version: order.version, knownIds, move };
};

/**
 * Dialog for a payment, an invoice or an action on a payment. It records a submitted money movement at most once. After
 * a refusal the order is read again, and the user may submit the form again.
 */
export const moneyDialogMachine = setup({
  types: {
    context: {} as Context,
    events: {} as FormSubmitted | MoneyReport,
    input: {} as MoneyDialogInput,
    output: {} as { readonly paymentId: number | null },
    tags: {} as "busy",
    children: {} as { payment: "paymentForm"; invoice: "invoiceForm"; action: "confirmForm"; move: "move" },
  },
  actors: {
    paymentForm: paymentFormMachine,
    invoiceForm: invoiceFormMachine,
    confirmForm: confirmFormMachine,
    move: moneyMoveMachine,
    read: stub<OrderSnapshot, OrderPath>("read"),
  },
  guards: {
    hasIntent: ({ context }) => context.intent !== undefined,
    isPayment: ({ context }) => context.form === "payment",
    isInvoice: ({ context }) => context.form === "invoice",
    isFormBroken: stateIn({ open: { form: "broken" } }),
  },
  actions: {
    keepMove: assign((_, move: MoneyMove) => ({
      move,
      failure: undefined,
      isDropped: false,
      before: undefined,
    })),
    keepPayment: assign((_, paymentId: number | null) => ({ paymentId })),
    keepFailure: assign((_, failure: Failure) => ({ intent: undefined, failure })),
    keepDropped: assign({ intent: undefined, isDropped: true }),
    keepSnapshot: assign(({ context }, snapshot: OrderSnapshot) => ({
      snapshot,
      before: snapshot.order.version === context.snapshot.order.version ? undefined : context.snapshot.order,
    })),
    updateForm: sendTo(
      ({ context }) => context.form,
      ({ context }) => ({ type: "order.changed", snapshot: context.snapshot }),
    ),
  },
}).createMachine({
  id: "moneyDialog",
  context: ({ input }) => ({
    snapshot: input.snapshot,
    form: input.form,
    action: actionOf(input),
    intent: input.intent,
    move: undefined,
    failure: undefined,
    isDropped: false,
    before: undefined,
    paymentId: null,
  }),
  initial: "open",
  states: {
    open: {
      type: "parallel",
      states: {
        form: {
          description: "The form lives as long as the dialog, so that typed values survive a refusal.",
          initial: "choosing",
          states: {
            choosing: {
              always: [
                { guard: "isPayment", target: "payment" },
                { guard: "isInvoice", target: "invoice" },
                { target: "action" },
              ],
            },
            payment: {
              invoke: {
                id: "payment",
                src: "paymentForm",
                input: ({ context }) => ({ snapshot: context.snapshot }),
                onError: "broken",
              },
            },
            invoice: {
              invoke: {
                id: "invoice",
                src: "invoiceForm",
                input: ({ context }) => ({ snapshot: context.snapshot }),
                onError: "broken",
              },
            },
            action: {
              invoke: {
                id: "action",
                src: "confirmForm",
                input: ({ context: { snapshot, action } }) => ({ snapshot, ...action }),
                onError: "broken",
              },
            },
            broken: { description: "An unexpected error." },
          },
        },
        progress: {
          initial: "beginning",
          states: {
            beginning: {
              description: "An unfinished intent from the journal is verified first.",
              always: [{ guard: "hasIntent", target: "moving" }, { target: "entering" }],
            },
            entering: {
              on: {
                "form.submitted": {
                  target: "moving",
                  actions: { type: "keepMove", params: ({ event }) => event.move },
                },
              },
            },
            moving: {
              tags: "busy",
              invoke: {
                id: "move",
                src: "move",
                input: ({ context }) => (context.intent ? { intent: context.intent } : { request: requestOf(context) }),
                onError: "lost",
              },
              on: {
                "mutation.recorded": {
                  target: "#moneyDialog.recorded",
                  actions: { type: "keepPayment", params: ({ event }) => event.result.paymentId },
                },
                "mutation.refused": {
                  target: "rereading",
                  actions: { type: "keepFailure", params: ({ event }) => event.failure },
                },
                "mutation.dropped": { target: "rereading", actions: "keepDropped" },
              },
            },
            rereading: {
              description: "After a refusal the version and the balance may have changed, so the order is read again.",
              tags: "busy",
              invoke: {
                id: "read",
                src: "read",
                input: ({ context: { snapshot } }) => ({
                  companyId: snapshot.order.companyId,
                  orderId: snapshot.order.id,
                }),
                onDone: [
                  {
                    guard: "isFormBroken",
                    target: "entering",
                    actions: { type: "keepSnapshot", params: outputOf },
                  },
                  { target: "entering", actions: [{ type: "keepSnapshot", params: outputOf }, "updateForm"] },
                ],
                onError: "entering",
              },
            },
            lost: { description: "An unexpected error. The journal keeps the intent, so a reload verifies it." },
          },
        },
      },
    },
    recorded: { type: "final" },
  },
  output: ({ context }) => ({ paymentId: context.paymentId }),
});
