import { assign, emit, type SnapshotFrom, sendTo, setup } from "xstate";
import type { Failure } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryReport } from "#machines/core/query.ts";
import { stub } from "#machines/core/stub.ts";
import type { PaymentAction } from "#machines/payments/confirmForm.machine.ts";
import { INVOICE_POLLING, type InvoiceQuery, type WatchedInvoices } from "#machines/payments/invoiceWatch.ts";
import { type FormKind, moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import type { MoneyIntent } from "#machines/payments/moneyIntent.ts";
import { type OrderPath, type OrderSnapshot, paymentSums } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { statusChangeMachine } from "../status/statusChange.machine.ts";
import type { StatusRequest } from "../status/statusChange.ts";
import { isNews, pendingInvoices } from "./orderNews.ts";
import { type OrderAction, type OrderFacts, type OrderReason, orderReason } from "./orderReasons.ts";

/** Input of the order screen's machine. */
export interface DetailInput extends OrderPath {
  readonly facts: OrderFacts;
}

interface Context extends DetailInput {
  readonly snapshot: OrderSnapshot | undefined;
  /**
   * Order and payments before another user changed them. Undefined if there is no change to announce, or if the user
   * has dismissed the announcement.
   */
  readonly before: OrderSnapshot | undefined;
  readonly failure: Failure | undefined;
  /** Unfinished money movement from the journal (browser storage). */
  readonly intent: MoneyIntent | undefined;
  readonly form: FormKind;
  readonly action: PaymentAction | undefined;
  readonly invoiceId: number | null;
  /** Request with which the machine `statusUndo` undoes the last status change. Undefined if no undo is offered. */
  readonly undo: StatusRequest | undefined;
}

type OrderReport = QueryReport<OrderPath, OrderSnapshot, "order">;
type InvoiceReport = QueryReport<InvoiceQuery, WatchedInvoices, "invoices">;
type LoadedReport = Extract<OrderReport | InvoiceReport, { type: "query.loaded" }>;

/** Kind of dialog that has ended with success. The screen shows a toast for this kind. */
export type DetailDone = "payment" | "action" | "status";

const ORDER_POLLING = { visible: 10_000 };

const formOfIntent = ({ request: { move } }: MoneyIntent): FormKind =>
  move.kind === "payment" || move.kind === "invoice" ? move.kind : "action";

const pathOf = ({ companyId, orderId }: OrderPath): OrderPath => ({ companyId, orderId });

/** Returns the loaded order. Throws if no order is loaded. An order is always loaded while a dialog is open. */
const snapshotOf = ({ snapshot }: Pick<Context, "snapshot">): OrderSnapshot => {
  if (snapshot === undefined) throw new Error("The order has not been read yet");
  return snapshot;
};

/**
 * Screen that shows one order, polls the order and its invoices, and opens one dialog at a time (business, sections 2
 * and 4).
 */
export const orderDetailMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: "order.reload" }
      | { type: "changes.dismiss" }
      | { type: "facts.change"; facts: OrderFacts }
      | Exclude<OrderAction, { type: "order.edit" }>
      | { type: "dialog.close" }
      | { type: "intent.verify" }
      | { type: "undo.end" }
      | OrderReport
      | InvoiceReport,
    emitted: {} as { type: "dialog.done"; done: DetailDone },
    input: {} as DetailInput,
    tags: {} as "known" | "away",
    children: {} as { order: "order"; invoices: "invoices"; money: "money"; status: "status" },
  },
  actors: {
    order: queryMachineOf<OrderPath, OrderSnapshot>(),
    invoices: queryMachineOf<InvoiceQuery, WatchedInvoices>(),
    recall: stub<MoneyIntent | undefined, OrderPath>("recall"),
    money: moneyDialogMachine,
    status: statusChangeMachine,
  },
  guards: {
    isOfOrder: (_, from: string) => from === "order",
    isMissing: (_, { from, failure }: { from: string; failure: Failure }) =>
      from === "order" && failure.kind === "missing",
    isSettled: (_, report: LoadedReport) => report.from === "invoices" && report.loaded.data.state === "settled",
    isAllowed: ({ context }, action: OrderAction) => orderReason(context.snapshot, context.facts, action) === undefined,
    hasNoIntent: ({ context }) => context.intent === undefined,
    isRead: ({ context }) => context.snapshot !== undefined,
    isInvoice: ({ context }) => context.form === "invoice",
    isPayment: ({ context }) => context.form === "payment",
    hasInvoices: ({ context }) =>
      isPermitted(context.facts.permissions, "payment.external") &&
      pendingInvoices(context.snapshot?.payments ?? []).length > 0,
  },
  actions: {
    keepFacts: assign((_, facts: OrderFacts) => ({ facts })),
    /**
     * Stores a loaded order, and ignores loaded invoices. A change found by an automatic read is announced as
     * another user's change.
     */
    keepRead: assign(({ context }, report: LoadedReport) => {
      if (report.from !== "order") return {};
      const { data } = report.loaded;
      const known = context.snapshot;
      const isByOther = report.cause === "poll" && known !== undefined && isNews(known, data);
      return {
        snapshot: data,
        failure: undefined,
        before: isByOther ? (context.before ?? known) : report.cause === "poll" ? context.before : undefined,
      };
    }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    keepOrder: assign(({ context }, { order }: { order: Order }) => ({
      snapshot: { order, payments: context.snapshot?.payments ?? [] },
    })),
    /** Stores the undo request of a status change if the server offers an undo. */
    keepUndo: assign(({ context }, { order }: { order: Order }) => ({
      undo: order.undoUntil
        ? {
            ...pathOf(context),
            version: order.version,
            statusId: snapshotOf(context).order.statusId,
            reason: "",
          }
        : undefined,
    })),
    forgetUndo: assign({ undo: undefined }),
    keepIntent: assign((_, intent: MoneyIntent | undefined) => ({
      intent,
      ...(intent && { form: formOfIntent(intent) }),
    })),
    keepForm: assign((_, form: FormKind) => ({ form, action: undefined })),
    keepAction: assign((_, { kind, paymentId }: PaymentAction) => ({
      form: "action" as const,
      action: { kind, paymentId },
    })),
    keepInvoice: assign((_, invoiceId: number | null) => ({ invoiceId })),
    forgetIntent: assign({ intent: undefined }),
    forgetChanges: assign({ before: undefined }),
    reload: sendTo("order", { type: "query.refresh" }),
    poll: sendTo("order", { type: "query.poll" }),
    reportDone: emit((_, done: DetailDone) => ({ type: "dialog.done", done })),
  },
  delays: { settle: 5000, postponement: 15_000 },
}).createMachine({
  id: "orderDetail",
  context: ({ input }) => ({
    ...input,
    snapshot: undefined,
    before: undefined,
    failure: undefined,
    intent: undefined,
    form: "payment",
    action: undefined,
    invoiceId: null,
    undo: undefined,
  }),
  type: "parallel",
  invoke: {
    id: "order",
    src: "order",
    input: ({ context }) => ({
      query: pathOf(context),
      polling: ORDER_POLLING,
      topics: ["order"],
    }),
    onError: { description: "An unexpected error. The screen shows the order as it was last read." },
  },
  on: {
    "changes.dismiss": { actions: "forgetChanges" },
    "undo.end": { actions: "forgetUndo" },
    "facts.change": { actions: { type: "keepFacts", params: ({ event }) => event.facts } },
  },
  states: {
    order: {
      initial: "loading",
      on: {
        "order.reload": { actions: "reload" },
        "query.loaded": {
          guard: { type: "isOfOrder", params: ({ event }) => event.from },
          target: ".known",
          actions: { type: "keepRead", params: ({ event }) => event },
        },
      },
      states: {
        loading: {
          on: {
            "query.failed": [
              {
                guard: { type: "isMissing", params: ({ event }) => event },
                target: "missing",
                actions: { type: "keepFailure", params: ({ event }) => event.failure },
              },
              {
                guard: { type: "isOfOrder", params: ({ event }) => event.from },
                target: "failed",
                actions: { type: "keepFailure", params: ({ event }) => event.failure },
              },
            ],
          },
        },
        missing: { description: "The company has no such order." },
        failed: { on: { "order.reload": { target: "loading", actions: "reload" } } },
        known: {
          tags: "known",
          on: {
            "query.failed": {
              guard: { type: "isOfOrder", params: ({ event }) => event.from },
              target: "away",
              actions: { type: "keepFailure", params: ({ event }) => event.failure },
            },
          },
        },
        away: { description: "The order could not be read again.", tags: ["known", "away"] },
      },
    },
    dialog: {
      initial: "recalling",
      states: {
        recalling: {
          description: "An unfinished intent in the journal is verified before another movement of money starts.",
          invoke: {
            id: "recall",
            src: "recall",
            input: ({ context }) => pathOf(context),
            onDone: { target: "reviving", actions: { type: "keepIntent", params: outputOf } },
            onError: [{ guard: "hasNoIntent", target: "closed" }, { target: "postponed" }],
          },
        },
        reviving: {
          description: "Waits until the order of the unfinished intent has been read.",
          always: [
            { guard: "hasNoIntent", target: "closed" },
            { guard: "isRead", target: "money" },
          ],
        },
        closed: {
          on: {
            "payment.open": {
              guard: { type: "isAllowed", params: ({ event }) => event },
              target: "money",
              actions: { type: "keepForm", params: "payment" },
            },
            "invoice.open": {
              guard: { type: "isAllowed", params: ({ event }) => event },
              target: "money",
              actions: { type: "keepForm", params: "invoice" },
            },
            "action.open": {
              guard: { type: "isAllowed", params: ({ event }) => event },
              target: "money",
              actions: { type: "keepAction", params: ({ event }) => event },
            },
            "status.open": { guard: { type: "isAllowed", params: ({ event }) => event }, target: "status" },
            "invoice.show": {
              guard: { type: "isAllowed", params: ({ event }) => event },
              target: "invoice",
              actions: { type: "keepInvoice", params: ({ event }) => event.paymentId },
            },
          },
        },
        money: {
          exit: "forgetIntent",
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "money",
            src: "money",
            input: ({ context: { form, action, intent, snapshot } }) => ({
              snapshot: snapshotOf({ snapshot }),
              form,
              action,
              intent,
            }),
            onDone: [
              {
                guard: "isInvoice",
                target: "invoice",
                actions: [{ type: "keepInvoice", params: ({ event }) => event.output.paymentId }, "reload"],
              },
              {
                guard: "isPayment",
                target: "recalling",
                actions: ["reload", { type: "reportDone", params: "payment" }],
              },
              { target: "recalling", actions: ["reload", { type: "reportDone", params: "action" }] },
            ],
            onError: "leaving",
          },
        },
        status: {
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "status",
            src: "status",
            input: ({ context }) => {
              const { order, payments } = snapshotOf(context);
              return {
                order,
                unpaid: paymentSums(order, payments).unpaid,
                mayCloseUnpaid: isPermitted(context.facts.permissions, "payment.confirm"),
              };
            },
            onDone: {
              target: "closed",
              actions: [
                { type: "keepUndo", params: outputOf },
                { type: "keepOrder", params: outputOf },
                "reload",
                { type: "reportDone", params: "status" },
              ],
            },
            onError: "leaving",
          },
        },
        invoice: {
          on: { "dialog.close": "recalling" },
        },
        leaving: {
          description: "The journal and the order are read again, because the dialog may have changed both.",
          entry: "poll",
          invoke: {
            id: "leave",
            src: "recall",
            input: ({ context }) => pathOf(context),
            onDone: { target: "deciding", actions: { type: "keepIntent", params: outputOf } },
            onError: "postponed",
          },
        },
        deciding: { always: [{ guard: "hasNoIntent", target: "closed" }, { target: "postponed" }] },
        postponed: {
          description: "No movement of money can start until the journal is read and its intent is verified.",
          after: { postponement: "recalling" },
          on: { "intent.verify": "recalling" },
        },
      },
    },
    invoices: {
      initial: "idle",
      states: {
        idle: { always: { guard: "hasInvoices", target: "watching" } },
        watching: {
          on: {
            "order.reload": "settling",
            "query.loaded": {
              guard: { type: "isSettled", params: ({ event }) => event },
              target: "settling",
              actions: "reload",
            },
          },
          invoke: {
            id: "invoices",
            src: "invoices",
            input: ({ context }) => ({
              query: { ...pathOf(context), paymentIds: pendingInvoices(snapshotOf(context).payments) },
              polling: INVOICE_POLLING,
            }),
            onError: "settling",
          },
        },
        settling: {
          description: "Waits until the order is read again, before its invoices are polled again.",
          after: { settle: "idle" },
        },
      },
    },
  },
});

/** Returns the reason why an action is not possible now, or undefined if it is possible. Used for tooltips. */
export const reasonNotTo = (
  snapshot: SnapshotFrom<typeof orderDetailMachine>,
  action: OrderAction,
): OrderReason | undefined => {
  if (action.type !== "order.edit" && snapshot.matches({ dialog: "postponed" })) return { code: "verifying" };
  return orderReason(snapshot.context.snapshot, snapshot.context.facts, action);
};
