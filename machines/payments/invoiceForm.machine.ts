import { assign, enqueueActions, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { type AmountReason, type AmountRow, amountOf, fillAmount, reasonNotToSend, typeAmount } from "./amounts.ts";
import type { FormSubmitted, OrderChanged } from "./forms.ts";
import { type OrderSnapshot, paymentSums } from "./orderSnapshot.ts";

type Method = Schemas["PaymentMethod"];

interface Context {
  readonly snapshot: OrderSnapshot;
  readonly methods: readonly Method[];
  /**
   * Payment method and amount of the invoice. The list is empty until the payment methods are loaded, and if the
   * company has no usable external payment method.
   */
  readonly rows: readonly AmountRow[];
}

const ROW_ID = 1;

const dueOf = ({ snapshot: { order, payments } }: Context): number => paymentSums(order, payments).due;

/**
 * Returns the reason why the invoice cannot be issued, or undefined if there is none. Used by the guard and for the
 * button's tooltip.
 */
export const reasonNotToIssue = (context: Context): AmountReason | undefined =>
  reasonNotToSend({ isClosed: context.snapshot.order.isClosed, rows: context.rows, due: dueOf(context) });

/** Form of an invoice that the customer pays through an external payment provider (business, section 4). */
export const invoiceFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | OrderChanged
      | { type: "method.choose"; methodId: number }
      | { type: "amount.type"; text: string }
      | { type: "amount.fill" }
      | { type: "form.submit" }
      | { type: "form.retry" },
    input: {} as { readonly snapshot: OrderSnapshot },
    tags: {} as "busy",
  },
  actors: { methods: stub<readonly Method[], { companyId: number }>("methods") },
  guards: { isReady: ({ context }) => reasonNotToIssue(context) === undefined },
  actions: {
    keepSnapshot: assign((_, snapshot: OrderSnapshot) => ({ snapshot })),
    keepMethods: assign((_, offered: readonly Method[]) => {
      const methods = offered.filter(
        ({ externalPaymentMethodId, isConfigured }) => externalPaymentMethodId !== null && isConfigured !== false,
      );
      const sorted = methods.toSorted((a, b) => a.order - b.order);
      const [first] = sorted;
      return { methods: sorted, rows: first ? [{ id: ROW_ID, methodId: first.id, text: "" }] : [] };
    }),
    fill: assign(({ context }) => ({ rows: fillAmount(context.rows, ROW_ID, dueOf(context)) })),
    setMethod: assign(({ context }, methodId: number) => ({
      rows: context.rows.map((row) => ({ ...row, methodId })),
    })),
    type: assign(({ context }, text: string) => ({ rows: typeAmount(context.rows, ROW_ID, text) })),
    submit: enqueueActions(({ self, context: { rows }, enqueue }) => {
      for (const row of rows) {
        const submitted: FormSubmitted = {
          type: "form.submitted",
          move: { kind: "invoice", methodId: row.methodId, amount: amountOf(row) },
        };
        notifyParent({ self, enqueue }, submitted);
      }
    }),
  },
}).createMachine({
  id: "invoiceForm",
  context: ({ input }) => ({ snapshot: input.snapshot, methods: [], rows: [] }),
  initial: "loading",
  on: { "order.changed": { actions: { type: "keepSnapshot", params: ({ event }) => event.snapshot } } },
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "methods",
        src: "methods",
        input: ({ context }) => ({ companyId: context.snapshot.order.companyId }),
        onDone: { target: "editing", actions: [{ type: "keepMethods", params: outputOf }, "fill"] },
        onError: "failed",
      },
    },
    failed: { on: { "form.retry": "loading" } },
    editing: {
      on: {
        "method.choose": { actions: { type: "setMethod", params: ({ event }) => event.methodId } },
        "amount.type": { actions: { type: "type", params: ({ event }) => event.text } },
        "amount.fill": { actions: "fill" },
        "form.submit": { guard: "isReady", actions: "submit" },
      },
    },
  },
});
