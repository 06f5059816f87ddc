import { assign, enqueueActions, setup } from "xstate";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import type { FormSubmitted, OrderChanged } from "./forms.ts";
import type { PaymentActionKind } from "./moneyIntent.ts";
import type { OrderSnapshot } from "./orderSnapshot.ts";
import { partOf, proposedText, type RefundMode, type RefundValues, reasonNotToRefund } from "./refundForm.ts";

/** Action on a payment that the user must confirm, such as a refund. */
export interface PaymentAction {
  readonly kind: PaymentActionKind;
  readonly paymentId: number;
}

interface Context extends PaymentAction, RefundValues {
  /** Reason of a refund as typed. The reason is optional. */
  readonly reason: string;
}

/** Returns the context with new values and the amount that the form proposes for these values. */
const withProposal = (context: Omit<Context, "text">, values: Partial<RefundValues>): Context => ({
  ...context,
  ...values,
  text: proposedText({ ...context, ...values }),
});

/**
 * Form in which the user confirms an action on a payment (business, section 4). A completed payment can be refunded in
 * part, by an amount or by dishes.
 */
export const confirmFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | OrderChanged
      | { type: "form.submit" }
      | { type: "reason.type"; text: string }
      | { type: "mode.choose"; mode: RefundMode }
      | { type: "amount.type"; text: string }
      | { type: "line.count"; id: number; count: number },
    input: {} as PaymentAction & { readonly snapshot: OrderSnapshot },
  },
  guards: {
    mayAct: ({ context }) => context.kind !== "refund" || reasonNotToRefund(context) === undefined,
  },
  actions: {
    // The proposed amount is updated for the changed order. An amount that the user typed is kept.
    keepSnapshot: assign(({ context }, snapshot: OrderSnapshot) =>
      context.text === proposedText(context) ? withProposal(context, { snapshot }) : { snapshot },
    ),
    setReason: assign((_, reason: string) => ({ reason })),
    setMode: assign(({ context }, mode: RefundMode) => withProposal(context, { mode })),
    setAmount: assign(({ context }, text: string) => ({ text: acceptAmountInput(text, context.text) })),
    setCount: assign(({ context }, { id, count }: { id: number; count: number }) =>
      withProposal(context, { counts: { ...context.counts, [id]: count } }),
    ),
    submit: enqueueActions(({ self, context, enqueue }) => {
      const { kind, paymentId } = context;
      const reason = context.reason.trim();
      const part = kind === "refund" ? partOf(context) : undefined;
      const move = { kind, paymentId, ...(reason !== "" && { reason }), ...part };
      const submitted: FormSubmitted = { type: "form.submitted", move };
      notifyParent({ self, enqueue }, submitted);
    }),
  },
}).createMachine({
  id: "confirmForm",
  context: ({ input }) => withProposal({ ...input, mode: "amount", counts: {}, reason: "" }, {}),
  initial: "asking",
  on: { "order.changed": { actions: { type: "keepSnapshot", params: ({ event }) => event.snapshot } } },
  states: {
    asking: {
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "mode.choose": { actions: { type: "setMode", params: ({ event }) => event.mode } },
        "amount.type": { actions: { type: "setAmount", params: ({ event }) => event.text } },
        "line.count": {
          description: "The amount becomes the price of the chosen dishes.",
          actions: { type: "setCount", params: ({ event: { id, count } }) => ({ id, count }) },
        },
        "form.submit": { guard: "mayAct", actions: "submit" },
      },
    },
  },
});
