import { assign, enqueueActions, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { parseAmount, roundMoney } from "#domain/money.ts";
import { notifyParent } from "#machines/core/notifyParent.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import {
  type AmountReason,
  type AmountRow,
  equalParts,
  fillAmount,
  reasonNotToSend,
  splitAmount,
  sumOfRows,
  toPaymentParts,
  typeAmount,
} from "./amounts.ts";
import type { FormSubmitted, OrderChanged } from "./forms.ts";
import { type OrderSnapshot, paymentSums } from "./orderSnapshot.ts";

type Method = Schemas["PaymentMethod"];
type Status = Schemas["OrderStatus"];

interface Context {
  readonly snapshot: OrderSnapshot;
  readonly methods: readonly Method[];
  readonly rows: readonly AmountRow[];
  readonly lastRow: number;
  /** Cash that the customer handed over, as typed. */
  readonly given: string;
  readonly status: Status | null;
  readonly reason: string;
}

const REASON_LENGTH = 500;

const dueOf = ({ snapshot: { order, payments } }: Pick<Context, "snapshot">): number =>
  paymentSums(order, payments).due;

/**
 * Returns the number of equal parts into which the rows divide the amount due. Returns undefined if the parts are not
 * equal.
 */
export const countParts = (context: Pick<Context, "snapshot" | "rows">): number | undefined =>
  equalParts(context.rows, dueOf(context));

/** Returns the total of the amounts that are paid in cash, roubles. */
export const cashOf = ({ rows, methods }: Pick<Context, "rows" | "methods">): number =>
  sumOfRows(rows.filter((row) => methods.find((method) => method.id === row.methodId)?.isCash));

/**
 * Returns the reason why the payment cannot be accepted, or undefined if there is none. Used by the guard and for the
 * button's tooltip.
 */
export const reasonNotToPay = (context: Context): AmountReason | undefined => {
  const { snapshot, rows, given, reason, status } = context;
  const amountReason = reasonNotToSend({ isClosed: snapshot.order.isClosed, rows, due: dueOf(context) });
  if (amountReason) return amountReason;
  const received = parseAmount(given);
  const shortage = received === undefined ? 0 : roundMoney(cashOf(context) - received);
  if (shortage > 0) return { code: "givenTooLittle", shortage };
  return status?.isRequireReason && reason.trim() === "" ? { code: "noReason" } : undefined;
};

/**
 * Form that accepts a payment by one or several payment methods. The form can also change the order's status (business,
 * sections 4 and 5).
 */
export const paymentFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | OrderChanged
      | { type: "row.type"; id: number; text: string }
      | { type: "row.method"; id: number; methodId: number }
      | { type: "row.fill"; id: number }
      | { type: "row.add" }
      | { type: "row.remove"; id: number }
      | { type: "rows.split"; count: number }
      | { type: "given.type"; text: string }
      | { type: "status.choose"; status: Status | null }
      | { type: "reason.type"; text: string }
      | { type: "form.submit" }
      | { type: "form.retry" },
    input: {} as { readonly snapshot: OrderSnapshot },
    tags: {} as "busy",
  },
  actors: { methods: stub<readonly Method[], { companyId: number }>("methods") },
  guards: {
    isReady: ({ context }) => reasonNotToPay(context) === undefined,
    isOneOfMany: ({ context }) => context.rows.length > 1,
    hasFreeMethod: ({ context }) => context.rows.length < context.methods.length,
  },
  actions: {
    keepSnapshot: assign((_, snapshot: OrderSnapshot) => ({ snapshot })),
    keepMethods: assign(({ context }, offered: readonly Method[]) => {
      const methods = offered.filter((method) => method.externalPaymentMethodId === null);
      const sorted = methods.toSorted((a, b) => a.order - b.order);
      const [first] = sorted;
      const rows = first ? [{ id: 1, methodId: first.id, text: "" }] : [];
      return { methods: sorted, rows: fillAmount(rows, 1, dueOf(context)) };
    }),
    type: assign(({ context }, { id, text }: { id: number; text: string }) => ({
      rows: typeAmount(context.rows, id, text),
    })),
    setMethod: assign(({ context }, { id, methodId }: { id: number; methodId: number }) => ({
      rows: context.rows.map((row) => (row.id === id ? { ...row, methodId } : row)),
    })),
    fill: assign(({ context }, id: number) => ({ rows: fillAmount(context.rows, id, dueOf(context)) })),
    addRow: assign(({ context }) => {
      const id = context.lastRow + 1;
      const free = context.methods.filter((method) => !context.rows.some((row) => row.methodId === method.id));
      const added = free.slice(0, 1).map((method) => ({ id, methodId: method.id, text: "" }));
      return { lastRow: id, rows: fillAmount([...context.rows, ...added], id, dueOf(context)) };
    }),
    removeRow: assign(({ context }, id: number) => ({ rows: context.rows.filter((row) => row.id !== id) })),
    split: assign(({ context }, count: number) => {
      const { rows, lastRow } = context;
      const added = Array.from({ length: count - 1 }, (_, index) => lastRow + 1 + index);
      return {
        lastRow: lastRow + added.length,
        rows: rows.slice(0, 1).flatMap(({ id, methodId }) => splitAmount([id, ...added], methodId, dueOf(context))),
      };
    }),
    setGiven: assign(({ context }, text: string) => ({ given: acceptAmountInput(text, context.given) })),
    setStatus: assign((_, status: Status | null) => ({ status, reason: "" })),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    submit: enqueueActions(({ self, context: { rows, status, reason }, enqueue }) => {
      const submitted: FormSubmitted = {
        type: "form.submitted",
        move: {
          kind: "payment",
          parts: toPaymentParts(rows),
          statusId: status?.id ?? null,
          reason: reason.trim(),
        },
      };
      notifyParent({ self, enqueue }, submitted);
    }),
  },
}).createMachine({
  id: "paymentForm",
  context: ({ input }) => ({
    snapshot: input.snapshot,
    methods: [],
    rows: [],
    lastRow: 1,
    given: "",
    status: null,
    reason: "",
  }),
  initial: "loading",
  on: { "order.changed": { actions: { type: "keepSnapshot", params: ({ event }) => event.snapshot } } },
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "methods",
        src: "methods",
        input: ({ context }) => ({ companyId: context.snapshot.order.companyId }),
        onDone: { target: "editing", actions: { type: "keepMethods", params: outputOf } },
        onError: "failed",
      },
    },
    failed: { on: { "form.retry": "loading" } },
    editing: {
      on: {
        "row.type": { actions: { type: "type", params: ({ event }) => event } },
        "row.method": { actions: { type: "setMethod", params: ({ event }) => event } },
        "row.fill": { actions: { type: "fill", params: ({ event }) => event.id } },
        "row.add": { guard: "hasFreeMethod", actions: "addRow" },
        "row.remove": { guard: "isOneOfMany", actions: { type: "removeRow", params: ({ event }) => event.id } },
        "rows.split": { actions: { type: "split", params: ({ event }) => event.count } },
        "given.type": { actions: { type: "setGiven", params: ({ event }) => event.text } },
        "status.choose": { actions: { type: "setStatus", params: ({ event }) => event.status } },
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "form.submit": { guard: "isReady", actions: "submit" },
      },
    },
  },
});
