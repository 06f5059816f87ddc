import { assign, enqueueActions, setup } from "xstate";
import { notifyParent } from "#machines/core/notifyParent.ts";
import type { FormSubmitted, OrderChanged } from "./forms.ts";
import type { PaymentActionKind } from "./moneyIntent.ts";
import type { OrderSnapshot } from "./orderSnapshot.ts";

/** Action on a payment that the user must confirm. */
export interface PaymentAction {
  readonly kind: PaymentActionKind;
  readonly paymentId: number;
}

interface Context extends PaymentAction {
  readonly snapshot: OrderSnapshot;
}

/** Form in which the user confirms an action on a payment (business, section 4). */
export const confirmFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as OrderChanged | { type: "form.submit" },
    input: {} as Context,
  },
  actions: {
    keepSnapshot: assign((_, snapshot: OrderSnapshot) => ({ snapshot })),
    submit: enqueueActions(({ self, context: { kind, paymentId }, enqueue }) => {
      const submitted: FormSubmitted = { type: "form.submitted", move: { kind, paymentId } };
      notifyParent({ self, enqueue }, submitted);
    }),
  },
}).createMachine({
  id: "confirmForm",
  context: ({ input }) => input,
  initial: "asking",
  on: { "order.changed": { actions: { type: "keepSnapshot", params: ({ event }) => event.snapshot } } },
  states: { asking: { on: { "form.submit": { actions: "submit" } } } },
});
