import { assign, enqueueActions, setup } from "xstate";
import { notifyParent } from "#machines/core/notifyParent.ts";
import type { FormSubmitted, OrderChanged } from "./forms.ts";
import type { PaymentActionKind } from "./moneyIntent.ts";
import type { OrderSnapshot } from "./orderSnapshot.ts";

/** Action on a payment that the user must confirm, such as a refund. */
export interface PaymentAction {
  readonly kind: PaymentActionKind;
  readonly paymentId: number;
}

interface Context extends PaymentAction {
  readonly snapshot: OrderSnapshot;
  /** Reason of a refund as typed. The user may leave it empty. */
  readonly reason: string;
}

/** Form in which the user confirms an action on a payment (business, section 4). */
export const confirmFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as OrderChanged | { type: "form.submit" } | { type: "reason.type"; text: string },
    input: {} as Omit<Context, "reason">,
  },
  actions: {
    keepSnapshot: assign((_, snapshot: OrderSnapshot) => ({ snapshot })),
    setReason: assign((_, reason: string) => ({ reason })),
    submit: enqueueActions(({ self, context: { kind, paymentId, reason }, enqueue }) => {
      const given = reason.trim();
      const move = { kind, paymentId, ...(given !== "" && { reason: given }) };
      const submitted: FormSubmitted = { type: "form.submitted", move };
      notifyParent({ self, enqueue }, submitted);
    }),
  },
}).createMachine({
  id: "confirmForm",
  context: ({ input }) => ({ ...input, reason: "" }),
  initial: "asking",
  on: { "order.changed": { actions: { type: "keepSnapshot", params: ({ event }) => event.snapshot } } },
  states: {
    asking: {
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "form.submit": { actions: "submit" },
      },
    },
  },
});
