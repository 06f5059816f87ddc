import { assign, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import {
  type DoorInvoiceReport,
  type DoorOrder,
  doorInvoiceMutation,
  doorInvoiceQuery,
  type Invoice,
  reasonNotToInvoice,
} from "./doorInvoice.ts";
import type { OrderPath } from "./orderSnapshot.ts";

/** Polling intervals of the invoice while the courier shows the QR code, ms. */
const POLLING = { visible: 3000, hidden: 30_000 };

const pathOf = ({ companyId, order: { orderId } }: { companyId: number; order: DoorOrder }): OrderPath => ({
  companyId,
  orderId,
});

/** Invoice that a courier shows to the customer as a QR code, and its payment (areas, section 8). */
export const doorInvoiceMachine = setup({
  types: {
    context: {} as {
      readonly companyId: number;
      readonly permissions: Permissions;
      readonly order: DoorOrder;
      readonly invoice: Invoice | undefined;
      /** Failure of issuing or cancelling the invoice, or of the last read of its status. */
      readonly failure: Failure | undefined;
    },
    input: {} as { readonly companyId: number; readonly permissions?: Permissions },
    events: {} as
      | { type: "permissions.change"; permissions: Permissions }
      | { type: "invoice.open"; order: DoorOrder }
      | { type: "invoice.retry" }
      | { type: "invoice.cancel" }
      | { type: "invoice.close" }
      | DoorInvoiceReport,
    children: {} as { issue: "issue"; invoice: "invoice"; cancel: "cancel" },
  },
  actors: { issue: doorInvoiceMutation, cancel: doorInvoiceMutation, invoice: doorInvoiceQuery },
  guards: {
    mayInvoice: ({ context }) => reasonNotToInvoice(context.permissions) === undefined,
    hasStatus: (_, { invoice, status }: { invoice: Invoice; status: Invoice["status"] }) => invoice.status === status,
  },
  actions: {
    keepPermissions: assign((_, permissions: Permissions) => ({ permissions })),
    keepOrder: assign((_, order: DoorOrder) => ({ order, invoice: undefined, failure: undefined })),
    keepInvoice: assign((_, invoice: Invoice) => ({ invoice, failure: undefined })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dropFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: "doorInvoice",
  context: ({ input: { companyId, permissions } }) => ({
    companyId,
    permissions,
    order: { orderId: 0, internalId: 0, amount: 0 },
    invoice: undefined,
    failure: undefined,
  }),
  initial: "closed",
  on: {
    "invoice.close": ".closed",
    "permissions.change": { actions: { type: "keepPermissions", params: ({ event }) => event.permissions } },
  },
  states: {
    closed: {
      on: {
        "invoice.open": {
          guard: "mayInvoice",
          target: "issuing",
          actions: { type: "keepOrder", params: ({ event }) => event.order },
        },
      },
    },
    issuing: {
      description: "An unanswered request is sent again under the same key until the server answers.",
      invoke: {
        id: "issue",
        src: "issue",
        input: ({ context }) => ({ request: pathOf(context) }),
        onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.recorded": {
          target: "watching",
          actions: { type: "keepInvoice", params: ({ event }) => event.result },
        },
        "mutation.refused": {
          target: "failed",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
      },
    },
    watching: {
      invoke: {
        id: "invoice",
        src: "invoice",
        input: ({ context }) => ({ query: pathOf(context), polling: POLLING }),
        onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "query.loaded": [
          {
            guard: { type: "hasStatus", params: ({ event }) => ({ invoice: event.loaded.data, status: "succeeded" }) },
            target: "paid",
            actions: { type: "keepInvoice", params: ({ event }) => event.loaded.data },
          },
          {
            guard: { type: "hasStatus", params: ({ event }) => ({ invoice: event.loaded.data, status: "canceled" }) },
            target: "canceled",
            actions: { type: "keepInvoice", params: ({ event }) => event.loaded.data },
          },
          { actions: { type: "keepInvoice", params: ({ event }) => event.loaded.data } },
        ],
        "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
        "invoice.cancel": { guard: "mayInvoice", target: "cancelling", actions: "dropFailure" },
      },
    },
    cancelling: {
      description: "The customer wants to pay in another way. A provider that cannot withdraw the invoice refuses.",
      invoke: {
        id: "cancel",
        src: "cancel",
        input: ({ context }) => ({ request: pathOf(context) }),
        onError: { target: "refused", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.recorded": [
          {
            guard: { type: "hasStatus", params: ({ event }) => ({ invoice: event.result, status: "succeeded" }) },
            target: "paid",
            actions: { type: "keepInvoice", params: ({ event }) => event.result },
          },
          { target: "canceled", actions: { type: "keepInvoice", params: ({ event }) => event.result } },
        ],
        "mutation.refused": {
          target: "refused",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
      },
    },
    refused: {
      description: "The invoice stays unpaid. The courier can return to its QR code.",
      on: { "invoice.retry": { target: "watching", actions: "dropFailure" } },
    },
    paid: {},
    canceled: { on: { "invoice.retry": { guard: "mayInvoice", target: "issuing" } } },
    failed: { on: { "invoice.retry": { guard: "mayInvoice", target: "issuing", actions: "dropFailure" } } },
  },
});
