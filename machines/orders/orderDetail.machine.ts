import { assign, emit, raise, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { sumsOf } from "#machines/payments/acceptPayment.ts";
import { externalInvoiceMachine } from "#machines/payments/externalInvoice.machine.ts";
import type { Intent } from "#machines/payments/intent.ts";
import { invoiceWatchMachine } from "#machines/payments/invoiceWatch.machine.ts";
import type { Standing } from "#machines/payments/moving.ts";
import { type ActionKind, paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { isNews, pendingInvoices } from "./orderDetail.ts";
import { statusChangeMachine } from "./statusChange.machine.ts";

/** The order of the route; whether the operator may ask providers about invoices. */
export interface DetailInput {
  companyId: number;
  orderId: number;
  mayWatch: boolean;
}

/** How reading the order ended. */
export type ReadAnswer =
  | ({ kind: "read" } & Standing)
  | { kind: "missing"; message: string }
  | { kind: "refused"; message: string }
  | { kind: "unanswered"; message: string };

interface Context extends DetailInput {
  standing: Standing | undefined;
  /** What was known before another operator changed the order; kept until the operator has seen it. */
  before: Standing | undefined;
  message: string | undefined;
  intent: Intent | undefined;
  isHidden: boolean;
  action: { kind: ActionKind; paymentId: number } | undefined;
  invoiceId: number | null;
}

type DetailEvent =
  | { type: "order.reload" }
  | { type: "order.look" }
  | { type: "changes.dismiss" }
  | { type: "page.show" }
  | { type: "page.hide" }
  | { type: "network.online" }
  | { type: "payment.open" }
  | { type: "status.open" }
  | { type: "invoice.open" }
  | { type: "invoice.show"; paymentId: number }
  | { type: "action.open"; kind: ActionKind; paymentId: number }
  | { type: "dialog.close" }
  | { type: "intent.verify" };

/** The order that the dialogs work on; they open only when it is there. */
const known = ({ standing }: Context): Standing => {
  if (standing === undefined) throw new Error("The order has not been read yet");
  return standing;
};

const isMove = ({ context }: { context: Context }, kinds: readonly Intent["move"]["kind"][]): boolean =>
  context.intent !== undefined && kinds.includes(context.intent.move.kind);

/** One order on the screen: kept fresh, with one dialog at a time over it (business, sections 2 and 4). */
export const orderDetailMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DetailEvent,
    emitted: {} as { type: "told"; text: string },
    input: {} as DetailInput,
    tags: {} as "known" | "away",
    children: {} as {
      payment: "acceptPayment";
      status: "statusChange";
      invoice: "externalInvoice";
      action: "paymentAction";
      watch: "invoiceWatch";
    },
  },
  actors: {
    read: stub<ReadAnswer, { companyId: number; orderId: number }>("read"),
    recall: stub<Intent | undefined, { companyId: number; orderId: number }>("recall"),
    acceptPayment: acceptPaymentMachine,
    statusChange: statusChangeMachine,
    externalInvoice: externalInvoiceMachine,
    paymentAction: paymentActionMachine,
    invoiceWatch: invoiceWatchMachine,
  },
  guards: {
    isRead: (_, answer: ReadAnswer) => answer.kind === "read",
    isMissing: (_, answer: ReadAnswer) => answer.kind === "missing",
    isHidden: ({ context }) => context.isHidden,
    isOpen: ({ context }) => context.standing !== undefined && !context.standing.order.isClosed,
    isKnown: ({ context }) => context.standing !== undefined,
    wantsPayment: (args) => args.context.standing !== undefined && isMove(args, ["payment"]),
    wantsInvoice: (args) => args.context.standing !== undefined && isMove(args, ["invoice"]),
    wantsAction: (args) => args.context.standing !== undefined && isMove(args, ["refund", "confirm", "check"]),
    hasNoIntent: ({ context }) => context.intent === undefined,
    hasInvoices: ({ context }) => context.mayWatch && pendingInvoices(context.standing?.payments ?? []).length > 0,
  },
  actions: {
    keepRead: assign(({ context }, answer: ReadAnswer) => {
      if (answer.kind !== "read") return {};
      const read = { order: answer.order, payments: answer.payments };
      const isNew = context.standing !== undefined && isNews(context.standing, read);
      return {
        standing: read,
        message: undefined,
        before: isNew ? (context.before ?? context.standing) : context.before,
      };
    }),
    keepOwn: assign((_, answer: ReadAnswer) =>
      answer.kind === "read"
        ? { standing: { order: answer.order, payments: answer.payments }, message: undefined, before: undefined }
        : {},
    ),
    keepMessage: assign((_, answer: ReadAnswer) => ("message" in answer ? { message: answer.message } : {})),
    keepFault: assign({ message: "Не удалось прочитать заказ. Попробуйте ещё раз." }),
    keepOrder: assign(({ context }, { order }: { order: Schemas["Order"] }) => ({
      standing: { order, payments: context.standing?.payments ?? [] },
    })),
    keepIntent: assign((_, intent: Intent | undefined) => ({ intent })),
    keepAction: assign((_, action: { kind: ActionKind; paymentId: number }) => ({ action })),
    keepInvoice: assign((_, invoiceId: number | null) => ({ invoiceId })),
    forgetIntent: assign({ intent: undefined }),
    forgetChanges: assign({ before: undefined }),
    setHidden: assign((_, isHidden: boolean) => ({ isHidden })),
    tellWatch: sendTo("watch", (_, type: "page.show" | "page.hide") => ({ type })),
    reload: raise({ type: "order.reload" }),
    look: raise({ type: "order.look" }),
    tell: emit((_, text: string) => ({ type: "told", text })),
  },
  delays: { poll: 10_000, retry: 5000, postponement: 15_000 },
}).createMachine({
  id: "orderDetail",
  context: ({ input }) => ({
    ...input,
    standing: undefined,
    before: undefined,
    message: undefined,
    intent: undefined,
    isHidden: false,
    action: undefined,
    invoiceId: null,
  }),
  type: "parallel",
  on: { "changes.dismiss": { actions: "forgetChanges" } },
  states: {
    order: {
      initial: "loading",
      on: {
        "page.hide": { actions: { type: "setHidden", params: () => true } },
        "page.show": { actions: { type: "setHidden", params: () => false } },
      },
      states: {
        loading: {
          invoke: {
            id: "first",
            src: "read",
            input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
            onDone: [
              {
                guard: { type: "isRead", params: outputOf },
                target: "resting",
                actions: { type: "keepOwn", params: outputOf },
              },
              {
                guard: { type: "isMissing", params: outputOf },
                target: "missing",
                actions: { type: "keepMessage", params: outputOf },
              },
              { target: "failed", actions: { type: "keepMessage", params: outputOf } },
            ],
            onError: { target: "failed", actions: "keepFault" },
          },
        },
        missing: { on: { "order.reload": "loading" } },
        failed: { on: { "order.reload": "loading", "page.show": "loading", "network.online": "loading" } },
        resting: {
          tags: "known",
          after: { poll: [{ guard: "isHidden", target: "sleeping" }, { target: "polling" }] },
          on: { "order.reload": "rereading", "order.look": "polling" },
        },
        sleeping: {
          description: "Nobody looks: the order is read again when the page is shown.",
          tags: "known",
          on: {
            "page.show": { target: "polling", actions: { type: "setHidden", params: () => false } },
            "order.reload": "rereading",
          },
        },
        polling: {
          description: "What is new here was done by somebody else, and is shown.",
          tags: "known",
          on: { "order.reload": "rereading" },
          invoke: {
            id: "poll",
            src: "read",
            input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
            onDone: [
              {
                guard: { type: "isRead", params: outputOf },
                target: "resting",
                actions: { type: "keepRead", params: outputOf },
              },
              { target: "away", actions: { type: "keepMessage", params: outputOf } },
            ],
            onError: { target: "away", actions: "keepFault" },
          },
        },
        rereading: {
          description: "After the operator's own act: what is new needs no announcement.",
          tags: "known",
          on: { "order.reload": { target: "rereading", reenter: true } },
          invoke: {
            id: "reread",
            src: "read",
            input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
            onDone: [
              {
                guard: { type: "isRead", params: outputOf },
                target: "resting",
                actions: { type: "keepOwn", params: outputOf },
              },
              { target: "away", actions: { type: "keepMessage", params: outputOf } },
            ],
            onError: { target: "away", actions: "keepFault" },
          },
        },
        away: {
          tags: ["known", "away"],
          after: { retry: "polling" },
          on: { "order.reload": "rereading", "page.show": "polling" },
        },
      },
    },
    dialog: {
      initial: "recalling",
      states: {
        recalling: {
          description: "The journal comes first: money that may be under way is verified before more is moved.",
          invoke: {
            id: "recall",
            src: "recall",
            input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
            onDone: { target: "reviving", actions: { type: "keepIntent", params: outputOf } },
            onError: "closed",
          },
        },
        reviving: {
          description: "Waits for the order that the found intent belongs to.",
          always: [
            { guard: "hasNoIntent", target: "closed" },
            { guard: "wantsPayment", target: "paying" },
            { guard: "wantsInvoice", target: "invoicing" },
            { guard: "wantsAction", target: "acting" },
          ],
        },
        closed: {
          on: {
            "payment.open": { guard: "isOpen", target: "paying" },
            "status.open": { guard: "isOpen", target: "changing" },
            "invoice.open": { guard: "isOpen", target: "invoicing" },
            "invoice.show": {
              guard: "isKnown",
              target: "informing",
              actions: { type: "keepInvoice", params: ({ event }) => event.paymentId },
            },
            "action.open": {
              guard: "isKnown",
              target: "acting",
              actions: { type: "keepAction", params: ({ event }) => event },
            },
          },
        },
        paying: {
          exit: "forgetIntent",
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "payment",
            src: "acceptPayment",
            input: ({ context }) => ({ ...known(context), intent: context.intent }),
            onDone: { target: "recalling", actions: ["reload", { type: "tell", params: () => "Оплата принята" }] },
            onError: "leaving",
          },
        },
        changing: {
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "status",
            src: "statusChange",
            input: ({ context }) => {
              const { order, payments } = known(context);
              return { order, unpaid: sumsOf(order, payments).unpaid };
            },
            onDone: {
              target: "closed",
              actions: [
                { type: "keepOrder", params: outputOf },
                "reload",
                { type: "tell", params: () => "Статус изменён" },
              ],
            },
            onError: "leaving",
          },
        },
        invoicing: {
          exit: "forgetIntent",
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "invoice",
            src: "externalInvoice",
            input: ({ context }) => ({ ...known(context), intent: context.intent }),
            onDone: {
              target: "informing",
              actions: [{ type: "keepInvoice", params: ({ event }) => event.output.paymentId }, "reload"],
            },
            onError: "leaving",
          },
        },
        informing: { on: { "dialog.close": "recalling" } },
        acting: {
          exit: "forgetIntent",
          on: { "dialog.close": "leaving" },
          invoke: {
            id: "action",
            src: "paymentAction",
            input: ({ context }) => {
              const { order } = known(context);
              const move = context.intent?.move;
              return move !== undefined && "paymentId" in move
                ? { order, kind: move.kind, paymentId: move.paymentId, intent: context.intent }
                : { order, kind: context.action?.kind ?? "check", paymentId: context.action?.paymentId ?? 0 };
            },
            onDone: { target: "recalling", actions: ["reload", { type: "tell", params: () => "Готово" }] },
            onError: "leaving",
          },
        },
        leaving: {
          description:
            "A dialog may be left while its money is still being verified: the journal tells. What made it be left, such as another's payment, is shown at once.",
          entry: "look",
          invoke: {
            id: "leave",
            src: "recall",
            input: ({ context: { companyId, orderId } }) => ({ companyId, orderId }),
            onDone: { target: "parting", actions: { type: "keepIntent", params: outputOf } },
            onError: "closed",
          },
        },
        parting: { always: [{ guard: "hasNoIntent", target: "closed" }, { target: "postponed" }] },
        postponed: {
          description: "Something is still to be verified; until then no more money is moved.",
          after: { postponement: "recalling" },
          on: { "intent.verify": "recalling" },
        },
      },
    },
    watch: {
      initial: "idle",
      states: {
        idle: { always: { guard: "hasInvoices", target: "watching" } },
        watching: {
          on: {
            "order.reload": "settling",
            "page.show": { actions: { type: "tellWatch", params: () => "page.show" as const } },
            "page.hide": { actions: { type: "tellWatch", params: () => "page.hide" as const } },
          },
          invoke: {
            id: "watch",
            src: "invoiceWatch",
            input: ({ context }) => ({
              companyId: context.companyId,
              orderId: context.orderId,
              isHidden: context.isHidden,
              paymentIds: pendingInvoices(known(context).payments),
            }),
            onDone: { target: "settling", actions: "reload" },
            onError: "settling",
          },
        },
        settling: {
          description: "Lets the order be read again before invoices are followed anew.",
          after: { retry: "idle" },
        },
      },
    },
  },
});
